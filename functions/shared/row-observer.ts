import type { Logger } from '@aws-lambda-powertools/logger';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import type { CallerEvent, CallerRun } from '../../contracts/caller.ts';
import type { ErrorClass } from '../../contracts/errors.ts';
import { FIGURES } from '../../contracts/figures.ts';
import { METRICS, type MetricName } from '../../contracts/metrics.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { wasSetAside } from '../../core/normalize/plausible.ts';

/** Tells logs and metrics what became of rows. Only the invocation that settled a row tells of it, so sums are exact. */
export interface RowObserver {
  settled(event: CallerEvent, row: ResultRow, bytes: number): void;
  halted(run: CallerRun, kind: 'errors' | 'budget'): void;
  /** `why`: what the row waits for, or the name of the error after which it is called again. */
  waits(event: CallerEvent, seconds: number, why: string): void;
}

const STATUS_METRICS = { succeeded: 'RowsSucceeded', failed: 'RowsFailed', skipped: 'RowsSkipped' } as const;

/** A metric each, not a dimension. */
const CLASS_METRICS: Record<ErrorClass, MetricName> = {
  transient: 'RowsFailedTransient',
  permanent: 'RowsFailedPermanent',
  validation: 'RowsFailedValidation',
};

export function createRowObserver(logger: Logger, metrics: Metrics): RowObserver {
  const add = (name: MetricName, value: number) => metrics.addMetric(name, METRICS[name], value);
  return {
    settled({ run, executionId, row: { sample_id: sampleId } }, row, bytes) {
      metrics.addDimension('executionMode', run.executionMode);
      metrics.addMetadata('evaluationId', run.evaluationId);
      metrics.addMetadata('sampleId', sampleId);
      add('RowsProcessed', 1);
      add(STATUS_METRICS[row.status], 1);
      if (row.status === 'failed') add(CLASS_METRICS[(row.error_class ?? 'permanent') as ErrorClass], 1);
      add('RowRetries', Math.max(0, row.calls - 1));
      if (row.latency_ms !== null) add('RowLatency', row.latency_ms);
      if (row.prompt_tokens !== null) add('PromptTokens', row.prompt_tokens);
      if (row.completion_tokens !== null) add('CompletionTokens', row.completion_tokens);
      if (row.total_tokens !== null) add('Tokens', row.total_tokens);
      if (row.cost_usd !== null) add('CostUsd', row.cost_usd);
      add('StagedBytes', bytes);
      metrics.publishStoredMetrics();

      const setAside = FIGURES.filter((figure) => wasSetAside(figure, row));
      logger.info('Row settled', {
        evaluationId: run.evaluationId,
        sampleId,
        rowIndex: row.row_index,
        attempt: row.attempt,
        calls: row.calls,
        executionId,
        status: row.status,
        errorName: row.error_name,
        errorClass: row.error_class,
        latencyMs: row.latency_ms,
        traceRef: row.trace_ref,
        ...(setAside.length > 0 && { setAside }),
        // Text of the row and of the answer only where the run asked for it.
        ...(run.trace && { input: row.input, actualOutput: row.actual_output, errorMessage: row.error_message }),
      });
    },

    halted(run, kind) {
      metrics.addDimension('executionMode', run.executionMode);
      metrics.addMetadata('evaluationId', run.evaluationId);
      add(kind === 'budget' ? 'BudgetHalts' : 'ErrorHalts', 1);
      metrics.publishStoredMetrics();
      logger.warn('Run halted', { evaluationId: run.evaluationId, kind });
    },

    waits({ run, row, executionId }, seconds, why) {
      metrics.addDimension('executionMode', run.executionMode);
      metrics.addMetadata('evaluationId', run.evaluationId);
      add('RowWaits', 1);
      metrics.publishStoredMetrics();
      const ids = { evaluationId: run.evaluationId, sampleId: row.sample_id, rowIndex: row.row_index, executionId };
      logger.info('Row waits', { ...ids, attempt: run.attempt, seconds, why });
    },
  };
}
