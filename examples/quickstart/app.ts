import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Architecture, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { parse } from 'yaml';

const app = new App();
const stack = new Stack(app, 'RollcallQuickstart', { description: 'Targets to try Rollcall on' });

const fn = (id: string, name: string, description: string) =>
  new NodejsFunction(stack, id, {
    functionName: `quickstart-${name}`,
    description,
    entry: join(import.meta.dirname, 'functions', `${name}.ts`),
    runtime: Runtime.NODEJS_22_X,
    architecture: Architecture.ARM_64,
    timeout: Duration.seconds(10),
    bundling: { format: OutputFormat.ESM, minify: true },
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
