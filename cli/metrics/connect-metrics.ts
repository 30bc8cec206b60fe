import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { Connection } from '../connect/connect.ts';
import type { StageMetricsDependencies } from './read-stage-metrics.ts';

export const connectMetrics = ({ clients, outputs }: Connection): StageMetricsDependencies => ({
  cloudwatch: new CloudWatchClient(clients.settings),
  stage: outputs.StageName,
});
