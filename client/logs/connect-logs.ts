import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { Installation } from '../connect/installation.ts';
import type { LogsDependencies } from './search-logs.ts';

export const connectLogs = ({ clients, outputs }: Installation): LogsDependencies => ({
  logs: new CloudWatchLogsClient(clients.settings),
  logGroupNames: outputs.FunctionLogGroupNames.split(','),
});
