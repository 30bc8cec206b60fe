import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { resolveBulk } from './resolve-bulk.ts';

/** The bulk configuration of a run that has one. */
export const bulkOf = (config: EvaluationConfig) =>
  config.executionMode === 'endpoint' && config.bulkConfig
    ? resolveBulk(config.bulkConfig, config.endpoint.url)
    : undefined;

/** How a run's rows are put together into calls or jobs. */
export function callsOf(config: EvaluationConfig): { readonly rowsPerCall?: number; readonly openJobs?: number } {
  const bulk = bulkOf(config);
  if (!bulk) return {};
  return { rowsPerCall: bulk.maxItemsPerCall, ...(bulk.job && { openJobs: bulk.job.maxOpen }) };
}

/**
 * Calls of a run at the same time. A bulk job counts as one; where nothing is said, one job must not make the next wait for
 * a day, so that as many are open as may be.
 */
export function concurrencyOf(config: EvaluationConfig): number {
  const { maxConcurrency } = config.executor;
  return maxConcurrency > 1 ? maxConcurrency : (bulkOf(config)?.job?.maxOpen ?? 1);
}

/** Its rows go one by one where they would go as jobs. */
export function withoutJobs(config: EvaluationConfig): EvaluationConfig {
  if (config.executionMode !== 'endpoint' || bulkOf(config)?.job === undefined) return config;
  const { bulkConfig: _, ...rest } = config;
  return rest;
}

/** What bulk jobs are to a run that has them: the share of the usual price, and how long they may take. */
export function jobTermsOf(config: EvaluationConfig, rows: number): JobTerms | undefined {
  const bulk = bulkOf(config);
  if (!bulk?.job) return undefined;
  const { priceFactor, timeoutSeconds, maxOpen } = bulk.job;
  const jobs = Math.max(1, Math.ceil(rows / bulk.maxItemsPerCall));
  return { jobs, priceFactor, longestMs: Math.ceil(jobs / maxOpen) * timeoutSeconds * 1_000 };
}

export interface JobTerms {
  readonly jobs: number;
  readonly priceFactor: number;
  readonly longestMs: number;
}
