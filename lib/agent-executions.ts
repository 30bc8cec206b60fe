import { Fn, Token } from 'aws-cdk-lib';

/** The executions of agents, whose ARNs may be patterns and may end in a version or alias: an execution's does not. */
export const agentExecutions = (stateMachineArns: readonly string[]): string[] =>
  stateMachineArns.map((arn) => {
    const part = (index: number) =>
      Token.isUnresolved(arn) ? Fn.select(index, Fn.split(':', arn)) : arn.split(':')[index];
    return [...[0, 1, 2, 3, 4].map(part), 'execution', part(6), '*'].join(':');
  });
