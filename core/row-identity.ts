import { createHash } from 'node:crypto';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Short, of few characters, and another for every text. */
export const fingerprint = (text: string): string => hash(text).slice(0, 24);

/** What the names of all agent executions of a run begin with. */
export const agentNamePrefix = (evaluationId: string): string => `rc-${hash(evaluationId).slice(0, 12)}-`;

/** The same call always has the same name, so that starting it again attaches to it. At most 80 characters, no free text. */
export function agentExecutionName(
  evaluationId: string,
  sampleId: string,
  attempt: number,
  call: number,
  trial = 0,
): string {
  const row = hash(JSON.stringify([evaluationId, sampleId, trial])).slice(0, 40);
  return `${agentNamePrefix(evaluationId)}${row}-${attempt}-${call}`;
}

/** The state machine itself, of an ARN that may end in a version or alias. */
export const stateMachineOf = (stateMachineArn: string): string => stateMachineArn.split(':').slice(0, 7).join(':');

/** The state machine of an execution. */
export function machineOfExecution(executionArn: string): string {
  const [arn, partition, service, region, account, , machine] = executionArn.split(':');
  return [arn, partition, service, region, account, 'stateMachine', machine].join(':');
}

/** A Standard execution's ARN follows from its machine's, which may end in a version or alias. */
export function executionArnOf(stateMachineArn: string, executionName: string): string {
  const [arn, partition, service, region, account, , machine] = stateMachineArn.split(':');
  return [arn, partition, service, region, account, 'execution', machine, executionName].join(':');
}
