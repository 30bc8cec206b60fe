import type { CallerRun } from '../contracts/caller.ts';
import type { RunRecord } from '../contracts/run-record.ts';

type Policy = Pick<CallerRun, 'stopOnError' | 'errorThreshold' | 'budgetLimit'>;
type Totals = Pick<RunRecord, 'failures_this_pass' | 'cost_usd'>;

/** Why no further row may start, if so. */
export function stopReason(policy: Policy, totals: Totals): { kind: 'errors' | 'budget'; message: string } | undefined {
  const { stopOnError, errorThreshold } = policy;
  const failures = totals.failures_this_pass;
  if (stopOnError === 'stop_immediately' && failures >= 1) {
    return { kind: 'errors', message: 'A row failed and executor.stopOnError is stop_immediately.' };
  }
  if (stopOnError === 'stop_after_n' && failures >= errorThreshold) {
    return { kind: 'errors', message: `${failures} rows failed; executor.errorThreshold is ${errorThreshold}.` };
  }
  if (isSpent(policy, totals.cost_usd)) return { kind: 'budget', message: budgetReason(policy, totals.cost_usd) };
  return undefined;
}

export const isSpent = ({ budgetLimit }: Pick<Policy, 'budgetLimit'>, cost: number): boolean =>
  typeof budgetLimit === 'number' && cost >= budgetLimit;

export const budgetReason = ({ budgetLimit }: Pick<Policy, 'budgetLimit'>, cost: number): string =>
  `The budget is spent: ${cost} USD of executor.budgetLimit ${budgetLimit} USD.`;
