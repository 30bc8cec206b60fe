import { join } from 'node:path';
import type { CloudContext, LambdaLogLine } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import { embeddedMetrics } from './embedded-metrics.ts';
import { MetricStore } from './metric-store.ts';
import { getMetricData } from './operations/get-metric-data.ts';
import { getMetricStatistics } from './operations/get-metric-statistics.ts';
import { listMetrics } from './operations/list-metrics.ts';
import { putMetricData } from './operations/put-metric-data.ts';
import { cloudWatchProtocol } from './protocol.ts';

/** Amazon CloudWatch metrics: those that clients put, and those embedded in the log lines of functions. */
export function createCloudWatchService(context: CloudContext): Service {
  const store = new MetricStore(join(context.dataDir, 'cloudwatch'), (failure) => context.log(failure));
  const onLine = ({ message, timestamp }: LambdaLogLine) => {
    for (const measurement of embeddedMetrics(message, timestamp)) store.add(measurement);
  };
  context.events.on('lambda:log', onLine);
  return {
    name: 'monitoring',
    protocol: cloudWatchProtocol(),
    operations: {
      GetMetricData: getMetricData(store),
      GetMetricStatistics: getMetricStatistics(store),
      ListMetrics: listMetrics(store),
      PutMetricData: putMetricData(store),
    },
    async close() {
      context.events.off('lambda:log', onLine);
      store.flush();
    },
  };
}
