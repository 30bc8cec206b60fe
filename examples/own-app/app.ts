import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { DefinitionBody, Pass, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Rollcall } from 'rollcall/cdk';

/** A CDK app with an agent of its own, and Rollcall beside it, which may start that agent and nothing else. */
const app = new App();
const stack = new Stack(app, 'Support', { description: 'An agent that answers tickets' });
const agent = new StateMachine(stack, 'Agent', {
  definitionBody: DefinitionBody.fromChainable(
    Pass.jsonata(stack, 'Answer', { outputs: { answer: "{% 'About: ' & $states.input.input.subject %}" } }),
  ),
});
new Rollcall(app, 'Rollcall', { agents: [agent] });
new CfnOutput(stack, 'AgentArn', { value: agent.stateMachineArn });
