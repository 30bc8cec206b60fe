/** The executions of agents, whose ARNs may be patterns and may end in a version or alias: an execution's does not. */
export const agentExecutions = (stateMachineArns: readonly string[]): string[] =>
  stateMachineArns.map((arn) => {
    const [prefix, partition, service, region, account, , machine] = arn.split(':');
    return [prefix, partition, service, region, account, 'execution', machine, '*'].join(':');
  });
