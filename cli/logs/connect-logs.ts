import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { Connection } from '../connect/connect.ts';
import type { LogsDependencies } from './search-logs.ts';

export const connectLogs = ({ clients, outputs }: Connection): LogsDependencies => ({
  logs: new CloudWatchLogsClient(clients.settings),
  logGroupNames: outputs.FunctionLogGroupNames.split(','),
});
