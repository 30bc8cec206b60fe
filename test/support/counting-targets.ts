import { App, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CfnResource as RegisteredLocation } from 'aws-cdk-lib/aws-lakeformation';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { DefinitionBody, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';

/**
 * A tool, and an agent that uses it, which pass every call on to the endpoint their input names: it counts them. As judges
 * and functions they score an answer themselves.
 */
const app = new App();
const stack = new Stack(app, 'CountingTargets');

const tool = new LambdaFunction(stack, 'Tool', {
  functionName: 'counting-tool',
  runtime: Runtime.NODEJS_22_X,
  handler: 'index.handler',
  timeout: Duration.minutes(2),
  code: Code.fromInline(`exports.handler = async (event) => {
  const { url, n } = event;
  const { actual, expected, scale } = { ...event, ...event.input };
  if (actual !== undefined) return { score: actual === expected ? (scale ?? [0, 1])[1] : (scale ?? [0, 1])[0], reason: 'It says ' + actual };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ n }) });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error ?? 'HTTP ' + answer.status);
  return body;
};`),
});

function createAgent(id: string, stateMachineName: string, stateMachineType: StateMachineType): StateMachine {
  const agent = new StateMachine(stack, id, {
    stateMachineName,
    stateMachineType,
    definitionBody: DefinitionBody.fromString(
      stack.toJsonString({
        QueryLanguage: 'JSONata',
        StartAt: 'Answer',
        States: {
          Answer: {
            Type: 'Task',
            Resource: 'arn:aws:states:::lambda:invoke',
            Arguments: { FunctionName: tool.functionArn, Payload: '{% $states.input %}' },
            Output: '{% $states.result.Payload %}',
            End: true,
          },
        },
      }),
    ),
  });
  tool.grantInvoke(agent);
  return agent;
}

const agent = createAgent('Agent', 'counting-agent', StateMachineType.STANDARD);
const express = createAgent('ExpressAgent', 'counting-express-agent', StateMachineType.EXPRESS);

// Where tables lie whose files are read by leave of Lake Formation.
new RegisteredLocation(stack, 'UnderLakeFormation', {
  resourceArn: 'arn:aws:s3:::rollcall-000000000000-us-east-1/warehouse/under-lake-formation',
  useServiceLinkedRole: true,
});

new CfnOutput(stack, 'CountingToolArn', { value: tool.functionArn });
new CfnOutput(stack, 'CountingAgentArn', { value: agent.stateMachineArn });
new CfnOutput(stack, 'CountingExpressAgentArn', { value: express.stateMachineArn });
