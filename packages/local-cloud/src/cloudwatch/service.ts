import { join } from 'node:path';
import type { CloudContext, LambdaLogLine } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import { Alarms } from './alarms.ts';
import { embeddedMetrics } from './embedded-metrics.ts';
import { MetricStore } from './metric-store.ts';
import { deleteAlarms, describeAlarms, putMetricAlarm } from './operations/alarms.ts';
import { getMetricData, putMetricData } from './operations/metrics.ts';
import { cloudWatchProtocol } from './protocol.ts';

/** Amazon CloudWatch metrics: those that clients put, and those embedded in the log lines of functions. */
export function createCloudWatchService(context: CloudContext): Service {
  const store = new MetricStore(join(context.dataDir, 'cloudwatch'), (failure) => context.log(failure));
  const alarms = new Alarms(context);
  const onLine = ({ message, timestamp }: LambdaLogLine) => {
    for (const measurement of embeddedMetrics(message, timestamp)) store.add(measurement);
  };
  context.events.on('lambda:log', onLine);
  return {
    name: 'monitoring',
    protocol: cloudWatchProtocol(),
    operations: {
      DeleteAlarms: deleteAlarms(alarms),
      DescribeAlarms: describeAlarms(alarms),
      GetMetricData: getMetricData(store),
      PutMetricAlarm: putMetricAlarm(alarms),
      PutMetricData: putMetricData(store),
    },
    async close() {
      context.events.off('lambda:log', onLine);
      store.flush();
      alarms.close();
    },
  };
}
