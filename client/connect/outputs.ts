import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { RollcallError } from '../../contracts/errors.ts';
import { findStackOutputs } from './find-stack.ts';

const STORAGE = [
  'DataBucketName',
  'DatabaseName',
  'CatalogName',
  'WorkGroupName',
  'RunsTableName',
  'BatchCountsTableName',
  'ConfigsTableName',
  'TargetsTableName',
  'ApiKeysTableName',
];
const ORCHESTRATION = [
  'EvaluationStateMachineArn',
  'BatchJobStateMachineArn',
  'RunControlFunctionArn',
  'ResultsExporterFunctionArn',
  'NotificationTopicArn',
  'FunctionLogGroupNames',
  'StageName',
  'JobsAtOnce',
];

/** What the two stacks say about themselves. */
export interface Outputs {
  readonly EvaluationStateMachineArn: string;
  readonly BatchJobStateMachineArn: string;
  readonly RunControlFunctionArn: string;
  readonly ResultsExporterFunctionArn: string;
  readonly NotificationTopicArn: string;
  /** With commas between them. */
  readonly FunctionLogGroupNames: string;
  readonly StageName: string;
  /** Batch jobs of one tenant that run at the same time. */
  readonly JobsAtOnce: string;
  readonly DataBucketName: string;
  readonly DatabaseName: string;
  readonly CatalogName: string;
  readonly WorkGroupName: string;
  readonly RunsTableName: string;
  readonly BatchCountsTableName: string;
  readonly ConfigsTableName: string;
  readonly TargetsTableName: string;
  readonly ApiKeysTableName: string;
}

export const stackNames = (suffix: string): { storage: string; orchestration: string } => ({
  storage: `RollcallStorage${suffix}`,
  orchestration: `RollcallOrchestration${suffix}`,
});

export async function readOutputs(
  cloudformation: CloudFormationClient,
  suffix: string,
  where: string,
): Promise<Outputs> {
  const { storage, orchestration } = stackNames(suffix);
  const stored = await stackOutputs(cloudformation, storage, where);
  const orchestrated = await stackOutputs(cloudformation, orchestration, where);
  requireAll(storage, STORAGE, stored);
  requireAll(orchestration, ORCHESTRATION, orchestrated);
  return { ...stored, ...orchestrated } as unknown as Outputs;
}

async function stackOutputs(
  cloudformation: CloudFormationClient,
  stack: string,
  where: string,
): Promise<Record<string, string>> {
  const outputs = await findStackOutputs(cloudformation, stack);
  if (!outputs) throw new RollcallError('StackNotFound', `There is no stack ${stack} in ${where}.`);
  return outputs;
}

function requireAll(stack: string, names: readonly string[], outputs: Record<string, string>): void {
  const missing = names.filter((name) => !outputs[name]);
  if (missing.length === 0) return;
  throw new RollcallError('StackOutdated', `Stack ${stack} has no output ${missing.join(', ')}.`);
}
