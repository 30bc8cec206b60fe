const OPTIONS: Readonly<Record<string, string>> = {
  states: 'agentStateMachineArns',
  lambda: 'toolLambdaArns',
  secretsmanager: 'endpointSecretArns',
};

/** What `cdk deploy` and `rollcall dev` take to let runs call the target, or read the secret, that a text names. */
export function allowingFlag(text: string): string | undefined {
  const [arn = '', service = ''] = /arn:[\w-]+:(states|lambda|secretsmanager):[^\s,"']+/.exec(text) ?? [];
  const option = OPTIONS[service];
  return option && `-c ${option}=${arn.replace(/:execution:([^:]+):.*$/, ':stateMachine:$1')}`;
}
