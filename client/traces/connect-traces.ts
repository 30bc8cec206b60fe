import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { SQSClient } from '@aws-sdk/client-sqs';
import { RollcallError } from '../../contracts/errors.ts';
import type { Clients } from '../connect/clients.ts';
import { findStackOutputs, stackInStage } from '../connect/find-stack.ts';
import type { AlarmDeps } from '../monitors/monitor-alarm.ts';
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
  readonly AlarmTopicArn: string;
  readonly StageName: string;
}

/** Everything that traces, threads and monitors are worked with. */
export interface Tracing extends TraceDeps, MonitorQueue, AlarmDeps {
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
  cloudwatch: new CloudWatchClient(settings),
  alarmTopicArn: names.AlarmTopicArn,
  stageName: names.StageName,
  monitorsTable: names.MonitorsTableName,
  monitorResultsTable: names.MonitorResultsTableName,
});

/** Traces and monitors of an installation; an error where they are not deployed. */
export async function connectTraces(
  cloudformation: CloudFormationClient,
  clients: Clients,
  { DataBucketName, StageName }: { readonly DataBucketName: string; readonly StageName: string },
): Promise<Tracing> {
  const stack = stackInStage('RollcallTraces', StageName);
  const outputs = await findStackOutputs(cloudformation, stack);
  if (!outputs) {
    throw new RollcallError('TracesNotDeployed', `There is no stack ${stack}: traces and monitors are not deployed.`);
  }
  return tracingAt(clients, { ...(outputs as unknown as TracingNames), DataBucketName, StageName });
}
