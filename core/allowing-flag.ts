const OPTIONS: Readonly<Record<string, string>> = {
  states: 'agentStateMachineArns',
  lambda: 'toolLambdaArns',
};

/** What `cdk deploy` and `rollcall dev` take to let runs call the target that a text names. A secret needs hosts besides. */
export function allowingFlag(text: string): string | undefined {
  const [arn = '', service = ''] = /arn:[\w-]+:(states|lambda):[^\s,"']+/.exec(text) ?? [];
  const option = OPTIONS[service];
  return option && `-c ${option}=${arn.replace(/:execution:([^:]+):.*$/, ':stateMachine:$1')}`;
}
