import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { atPrice, type Range } from '../estimate.ts';
import { jobTermsOf } from './calls-of.ts';

interface AsJobs {
  readonly bulkJobs?: { readonly jobs: number; readonly costUsd?: Range; readonly longestMs: number };
}

/** What all rows cost and may take as bulk jobs, where the run has them. */
export function asJobs(config: EvaluationConfig, rows: number, costUsd: Range | undefined): AsJobs {
  const terms = jobTermsOf(config, rows);
  if (!terms) return {};
  const { jobs, longestMs, priceFactor } = terms;
  return { bulkJobs: { jobs, longestMs, ...(costUsd && { costUsd: atPrice(costUsd, priceFactor) }) } };
}
