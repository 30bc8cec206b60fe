import type { Logger } from '@aws-lambda-powertools/logger';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import { METRICS, type MetricName } from '../../contracts/metrics.ts';
import type { RunControlAnswer, RunControlRequest } from '../../contracts/run-control.ts';
import type { RunPlan } from '../../contracts/run-plan.ts';
import type { Summary } from '../../contracts/summary.ts';
import type { RunRecord, RunStatus } from '../../domain/run-records/run-record.ts';

/** Tells logs and metrics how runs begin and end. A repeated invocation tells nothing twice: its caller sees to that. */
export interface RunObserver {
  started(plan: RunPlan): void;
  ended(record: Pick<RunRecord, 'evaluation_id' | 'execution_mode'>, summary: Summary): void;
  controlled(request: RunControlRequest, answer: RunControlAnswer): void;
}

const END_METRICS: Partial<Record<RunStatus, MetricName>> = {
  completed: 'RunsCompleted',
  halted: 'RunsHalted',
  cancelled: 'RunsCancelled',
  failed: 'RunsFailed',
};

export function createRunObserver(logger: Logger, metrics: Metrics): RunObserver {
  function publish(evaluationId: string, executionMode: string, values: Partial<Record<MetricName, number>>): void {
    metrics.addDimension('executionMode', executionMode);
    metrics.addMetadata('evaluationId', evaluationId);
    for (const [name, value] of Object.entries(values)) metrics.addMetric(name, METRICS[name as MetricName], value);
    metrics.publishStoredMetrics();
  }

  return {
    started({ evaluationId, datasetId, run, total, planned, batchRows, children, maxConcurrency }) {
      const { targetName, executionMode, attempt } = run;
      publish(evaluationId, executionMode, { RunsStarted: 1 });
      const figures = { attempt, total, planned, batchRows, children, maxConcurrency };
      logger.info('Run started', { evaluationId, datasetId, targetName, executionMode, ...figures });
    },

    ended({ evaluation_id: evaluationId, execution_mode: executionMode }, summary) {
      const { status, durationMs } = summary;
      const metric = END_METRICS[status];
      publish(evaluationId, executionMode, { ...(metric && { [metric]: 1 }), RunDuration: durationMs });
      // Not the reason: an error of Athena or of the target may quote the row it stumbled over.
      const { total, succeeded, failed, skipped, tokens, costUsd, errors } = summary;
      const figures = { total, succeeded, failed, skipped, tokens, costUsd, errors, durationMs };
      logger.info('Run ended', { evaluationId, executionMode, status, ...figures });
    },

    controlled({ action, evaluationId }, { status, changed, executionArn }) {
      if (action === 'status') return;
      logger.info('Run control', { evaluationId, action, status, changed, executionArn });
    },
  };
}
