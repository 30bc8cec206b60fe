import { type CloudWatchClient, DeleteAlarmsCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import { METRICS_NAMESPACE, type MetricName } from '../../contracts/metrics.ts';
import type { Monitor, StoredMonitor } from '../../contracts/monitor.ts';
import { ownId } from '../../contracts/tenant.ts';
import { stackInStage } from '../connect/find-stack.ts';

/** Where alarms of monitors are, and who is told. */
export interface AlarmDeps {
  readonly cloudwatch: CloudWatchClient;
  readonly stageName: string;
  readonly alarmTopicArn: string;
}

const PASSED: MetricName = 'MonitorPassed';

const alarmName = (tenant: string, name: string, stage: string): string =>
  stackInStage(`rollcall-monitor-${ownId(tenant, name)}`, stage);

/** Sets the alarm of a monitor up, changes it, or takes it away where the monitor has none any more. */
export async function keepAlarm(
  { tenant, monitor }: Pick<StoredMonitor, 'tenant' | 'monitor'>,
  before: Monitor | undefined,
  deps: AlarmDeps,
): Promise<void> {
  const { name, alarm } = monitor;
  if (!alarm) {
    if (before?.alarm) await removeAlarm(tenant, name, deps);
    return;
  }
  const { passedBelow, minutes } = alarm;
  await deps.cloudwatch.send(
    new PutMetricAlarmCommand({
      AlarmName: alarmName(tenant, name, deps.stageName),
      AlarmDescription: `Less than ${passedBelow * 100} % of what the monitor ${name} saw in ${minutes} minutes passed.`,
      Namespace: METRICS_NAMESPACE,
      MetricName: PASSED,
      Dimensions: [
        { Name: 'stage', Value: deps.stageName },
        { Name: 'monitor', Value: ownId(tenant, name) },
      ],
      Statistic: 'Average',
      Period: minutes * 60,
      EvaluationPeriods: 1,
      Threshold: passedBelow,
      ComparisonOperator: 'LessThanThreshold',
      // A quiet hour is no bad one.
      TreatMissingData: 'notBreaching',
      AlarmActions: [deps.alarmTopicArn],
      OKActions: [deps.alarmTopicArn],
    }),
  );
}

/** One that is not there is no error. */
export async function removeAlarm(tenant: string, name: string, deps: AlarmDeps): Promise<void> {
  await deps.cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: [alarmName(tenant, name, deps.stageName)] }));
}
