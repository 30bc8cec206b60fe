import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { transformSync } from 'esbuild';
import { parse } from 'yaml';

const app = new App();
const stack = new Stack(app, 'RollcallQuickstart', { description: 'Targets to try Rollcall on' });

const fn = (id: string, name: string, description: string) =>
  new LambdaFunction(stack, id, {
    functionName: `quickstart-${name}`,
    description,
    // They import nothing, so that there is nothing to bundle, and no process to start for it.
    code: Code.fromInline(
      transformSync(readFileSync(join(import.meta.dirname, 'functions', `${name}.ts`), 'utf8'), {
        loader: 'ts',
        format: 'cjs',
      }).code,
    ),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    timeout: Duration.seconds(10),
  });

const tool = fn('TicketTool', 'ticket-tool', 'A tool: tells the category and priority of a ticket');
const model = fn('ReplyModel', 'reply-model', 'Stands in for a language model: words a reply');

const agent = new StateMachine(stack, 'Agent', {
  stateMachineName: 'quickstart-agent',
  definitionBody: DefinitionBody.fromString(
    JSON.stringify(parse(readFileSync(join(import.meta.dirname, 'agent.asl.yaml'), 'utf8'))),
  ),
  definitionSubstitutions: { TicketToolArn: tool.functionArn, ReplyModelArn: model.functionArn },
});
tool.grantInvoke(agent);
model.grantInvoke(agent);

new CfnOutput(stack, 'AgentStateMachineArn', { value: agent.stateMachineArn });
new CfnOutput(stack, 'ToolFunctionArn', { value: tool.functionArn });
