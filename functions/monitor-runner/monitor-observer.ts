import type { Logger } from '@aws-lambda-powertools/logger';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import type { MonitorObserver } from '../../client/monitors/work-on-message.ts';
import { METRICS, type MetricName } from '../../contracts/metrics.ts';
import type { StoredMonitor } from '../../contracts/monitor.ts';
import { ownId } from '../../contracts/tenant.ts';

/** Tells logs and metrics what monitors found: how many passed, never a word of what was said. */
export function createMonitorObserver(logger: Logger, metrics: Metrics): MonitorObserver {
  function publish({ tenant, monitor }: StoredMonitor, name: MetricName, value: number): void {
    metrics.addDimension('monitor', ownId(tenant, monitor.name));
    metrics.addMetric(name, METRICS[name], value);
    metrics.publishStoredMetrics();
  }

  return {
    evaluated(stored, { passed, traceId, threadId, turns, costUsd }) {
      if (passed === null) publish(stored, 'MonitorErrors', 1);
      else publish(stored, 'MonitorPassed', passed ? 1 : 0);
      if (costUsd) publish(stored, 'MonitorCostUsd', costUsd);
      const { tenant, monitor } = stored;
      logger.info('Evaluated', { tenant, monitor: monitor.name, traceId, threadId, turns, passed });
    },
    withoutThread: (stored) => publish(stored, 'MonitorSkipped', 1),
  };
}
