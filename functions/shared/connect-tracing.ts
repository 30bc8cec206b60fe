import type { Clients } from '../../client/connect/clients.ts';
import { type Tracing, tracingAt } from '../../client/traces/connect-traces.ts';
import { environment } from './environment.ts';

/** Traces and monitors of the installation this function belongs to. */
export const tracingFromEnvironment = (clients: Clients): Tracing =>
  tracingAt(clients, {
    DataBucketName: environment('DATA_BUCKET'),
    TracesTableName: environment('TRACES_TABLE'),
    TraceDays: environment('TRACE_DAYS'),
    MonitorsTableName: environment('MONITORS_TABLE'),
    MonitorResultsTableName: environment('MONITOR_RESULTS_TABLE'),
    MonitorQueueUrl: environment('MONITOR_QUEUE_URL'),
    AlarmTopicArn: environment('ALARM_TOPIC_ARN'),
    StageName: environment('STAGE'),
  });
