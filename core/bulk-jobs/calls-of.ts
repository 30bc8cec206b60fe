import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { resolveBulk } from './resolve-bulk.ts';

const bulkOf = (config: EvaluationConfig) =>
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
