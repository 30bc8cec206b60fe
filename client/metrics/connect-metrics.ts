import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { Installation } from '../connect/installation.ts';
import type { StageMetricsDependencies } from './read-stage-metrics.ts';

export const connectMetrics = ({ clients, outputs }: Installation): StageMetricsDependencies => ({
  cloudwatch: new CloudWatchClient(clients.settings),
  stage: outputs.StageName,
});
