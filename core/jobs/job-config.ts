import type { BatchRequest } from '../../contracts/api/jobs.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { batchConfigSchema, configOfTarget, type Target } from '../../contracts/target.ts';

const MOST_AT_ONCE = batchConfigSchema.shape.defaultConcurrency.unwrap().maxValue ?? 1;

const LONGEST_DELAY_MS = batchConfigSchema.shape.defaultDelayMs.unwrap().maxValue ?? 0;

/**
 * The configuration a batch runs with: the target's, with what the request asks for, capped at the target's limits. A
 * failed item is not called again by itself: a retry of the job does that.
 */
export function jobConfig(
  target: Target,
  { concurrency, delayMs, timeoutSeconds, onUnknown }: Partial<BatchRequest['config']>,
): EvaluationConfig {
  // A job ends with its items; a run over the same target is what is scored.
  const { evaluators: _evaluators, ...config } = configOfTarget(target);
  const { executor } = config;
  return {
    ...config,
    executor: {
      ...executor,
      delayMs: Math.min(delayMs ?? Math.max(target.batchConfig.defaultDelayMs, executor.delayMs), LONGEST_DELAY_MS),
      maxConcurrency: Math.min(concurrency ?? target.batchConfig.defaultConcurrency, MOST_AT_ONCE),
      timeoutSeconds: Math.min(timeoutSeconds ?? executor.timeoutSeconds, executor.timeoutSeconds),
      retryPolicy: { ...executor.retryPolicy, maxAttempts: 1 },
      retryFailed: false,
      onUnknown: onUnknown ?? target.batchConfig.onUnknown,
    },
  };
}
