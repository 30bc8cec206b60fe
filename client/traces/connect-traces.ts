import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { SQSClient } from '@aws-sdk/client-sqs';
import { RollcallError } from '../../contracts/errors.ts';
import type { Clients } from '../connect/clients.ts';
import type { MonitorQueue } from './announce-traces.ts';
import type { TraceDeps } from './trace-deps.ts';

/** What the stack of traces says about itself, and the bucket of its large texts. */
export interface TracingNames {
  readonly DataBucketName: string;
  readonly TracesTableName: string;
  readonly TraceDays: string;
  readonly MonitorsTableName: string;
  readonly MonitorResultsTableName: string;
  readonly MonitorQueueUrl: string;
}

/** Everything that traces, threads and monitors are worked with. */
export interface Tracing extends TraceDeps, MonitorQueue {
  readonly monitorsTable: string;
  readonly monitorResultsTable: string;
}

export const tracingAt = ({ documents, s3, settings }: Clients, names: TracingNames): Tracing => ({
  documents,
  s3,
  bucket: names.DataBucketName,
  tracesTable: names.TracesTableName,
  traceDays: Number(names.TraceDays),
  // The queue's address is looked up by its name alone, wherever the service is.
  sqs: new SQSClient({ ...settings, useQueueUrlAsEndpoint: false }),
  monitorQueueUrl: names.MonitorQueueUrl,
  monitorsTable: names.MonitorsTableName,
  monitorResultsTable: names.MonitorResultsTableName,
});

/** Traces and monitors of an installation; an error where they are not deployed. */
export async function connectTraces(
  cloudformation: CloudFormationClient,
  clients: Clients,
  { DataBucketName, StageName }: { readonly DataBucketName: string; readonly StageName: string },
): Promise<Tracing> {
  const StackName = StageName === 'main' ? 'RollcallTraces' : `RollcallTraces-${StageName}`;
  try {
    const { Stacks = [] } = await cloudformation.send(new DescribeStacksCommand({ StackName }));
    const outputs = Stacks[0]?.Outputs ?? [];
    const named = Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
    return tracingAt(clients, { ...(named as unknown as TracingNames), DataBucketName });
  } catch (error) {
    if (!(error instanceof Error) || !/does not exist/.test(error.message)) throw error;
    const message = `There is no stack ${StackName}: traces and monitors are not deployed.`;
    throw new RollcallError('TracesNotDeployed', message, { cause: error });
  }
}
