import type { Logger } from '@aws-lambda-powertools/logger';
import type { Metrics } from '@aws-lambda-powertools/metrics';
import type { CallerEvent, CallerRun, Wait } from '../../contracts/caller.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { ErrorClass } from '../../contracts/errors.ts';
import { FIGURES } from '../../contracts/figures.ts';
import { METRICS, type MetricName } from '../../contracts/metrics.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { wasSetAside } from '../../core/normalize/plausible.ts';
import type { Retry } from '../../domain/run-log/log-entry.ts';
import type { HaltedBy } from '../../domain/run-records/run-record.ts';

/** Tells logs and metrics what became of rows. Only the invocation that settled a row tells of it, so sums are exact. */
export interface RowObserver {
  /** Of a group of rows that is durable, with the bytes it takes. */
  settled(event: CallerEvent, rows: readonly ResultRow[], bytes: number): void;
  halted(run: CallerRun, kind: HaltedBy): void;
  /** A row's call failed and is made again later. */
  retried(event: CallerEvent, row: DatasetRow, retry: Retry, errorName: string): void;
  /** The batch waits outside of a function. */
  waits(event: CallerEvent, wait: Wait): void;
}

const STATUS_METRICS = { succeeded: 'RowsSucceeded', failed: 'RowsFailed', skipped: 'RowsSkipped' } as const;

/** A metric each, not a dimension. */
const CLASS_METRICS: Record<ErrorClass, MetricName> = {
  transient: 'RowsFailedTransient',
  permanent: 'RowsFailedPermanent',
  validation: 'RowsFailedValidation',
};

/** At its hundredth value a metric publishes all of them by itself, and what follows has lost its dimensions. */
const VALUES_AT_ONCE = 99;

export function createRowObserver(logger: Logger, metrics: Metrics): RowObserver {
  const add = (name: MetricName, value: number) => metrics.addMetric(name, METRICS[name], value);
  const about = (run: CallerRun) => {
    metrics.addDimension('executionMode', run.executionMode);
    metrics.addMetadata('evaluationId', run.evaluationId);
  };

  function count(row: ResultRow): void {
    add('RowsProcessed', 1);
    add(STATUS_METRICS[row.status], 1);
    if (row.status === 'failed') add(CLASS_METRICS[(row.error_class ?? 'permanent') as ErrorClass], 1);
    add('RowRetries', Math.max(0, row.calls - 1));
    if (row.waited_ms) add('RateWait', row.waited_ms);
    if (row.latency_ms !== null) add('RowLatency', row.latency_ms);
    if (row.prompt_tokens !== null) add('PromptTokens', row.prompt_tokens);
    if (row.completion_tokens !== null) add('CompletionTokens', row.completion_tokens);
    if (row.total_tokens !== null) add('Tokens', row.total_tokens);
    if (row.cost_usd !== null) add('CostUsd', row.cost_usd);
  }

  return {
    settled(event, rows, bytes) {
      for (let start = 0; start < rows.length; start += VALUES_AT_ONCE) {
        about(event.run);
        for (const row of rows.slice(start, start + VALUES_AT_ONCE)) count(row);
        if (start === 0) add('StagedBytes', bytes);
        metrics.publishStoredMetrics();
      }
      for (const row of rows) {
        const setAside = FIGURES.filter((figure) => wasSetAside(figure, row));
        logger.info('Row settled', {
          ...idsOf(event, row),
          calls: row.calls,
          status: row.status,
          errorName: row.error_name,
          errorClass: row.error_class,
          latencyMs: row.latency_ms,
          traceRef: row.trace_ref,
          ...(setAside.length > 0 && { setAside }),
          // Text of the row and of the answer only where the run asked for it.
          ...(event.run.trace && {
            input: row.input,
            actualOutput: row.actual_output,
            errorMessage: row.error_message,
          }),
        });
      }
    },

    halted(run, kind) {
      about(run);
      add(kind === 'budget' || kind === 'unknown-cost' ? 'BudgetHalts' : 'ErrorHalts', 1);
      metrics.publishStoredMetrics();
      logger.warn('Run halted', { evaluationId: run.evaluationId, kind });
    },

    retried(event, row, { calls, notBefore }, errorName) {
      about(event.run);
      add('RowWaits', 1);
      if (errorName === 'TargetThrottled') add('RowsThrottled', 1);
      metrics.publishStoredMetrics();
      logger.info('Row waits', { ...idsOf(event, row), calls, notBefore, why: errorName });
    },

    waits({ run, batch, executionId }, { seconds, resume }) {
      const ids = { evaluationId: run.evaluationId, batch: batch.index, executionId };
      logger.info('Batch waits', { ...ids, attempt: run.attempt, seconds, settledTo: resume.row });
    },
  };
}

const idsOf = (
  { run, executionId }: CallerEvent,
  { sample_id: sampleId, row_index: rowIndex }: Pick<ResultRow, 'sample_id' | 'row_index'>,
) => ({ evaluationId: run.evaluationId, sampleId, rowIndex, attempt: run.attempt, executionId });
