import type { CallerRun } from '../contracts/caller.ts';
import { LARGEST_FIGURES } from '../contracts/figures.ts';
import type { ResultRow } from '../contracts/result-row.ts';
import type { HaltedBy } from '../domain/run-records/run-record.ts';
import { cutText } from './cut-text.ts';
import { earlyStopReason } from './early-stop.ts';
import { wasSetAside } from './normalize/plausible.ts';

type Policy = Pick<CallerRun, 'stopOnError' | 'errorThreshold' | 'earlyStop' | 'budgetLimit'>;
/** Failures and called rows of this pass, the different outcomes of its rows, and all money spent on the run. */
interface Totals {
  readonly failures: number;
  readonly called: number;
  readonly outcomes: ReadonlySet<string>;
  readonly costUsd: number;
}
type Costed = Pick<ResultRow, 'sample_id' | 'status' | 'calls' | 'cost_usd' | 'error_name' | 'error_message'>;

/** Why no further row may start after these, if so. */
export function stopReason(
  policy: Policy,
  totals: Totals,
  rows: readonly Costed[],
): { kind: HaltedBy; message: string } | undefined {
  const { stopOnError, errorThreshold, earlyStop } = policy;
  const { failures, called, outcomes, costUsd } = totals;
  if (stopOnError === 'stop_immediately' && failures >= 1) {
    return { kind: 'errors', message: 'A row failed and executor.stopOnError is stop_immediately.' };
  }
  if (stopOnError === 'stop_after_n' && failures >= errorThreshold) {
    return { kind: 'errors', message: `${failures} rows failed; executor.errorThreshold is ${errorThreshold}.` };
  }
  const early = earlyStop ? earlyStopReason(called, outcomes) : undefined;
  if (early) return { kind: 'early-stop', message: early };
  if (isSpent(policy, costUsd)) return { kind: 'budget', message: budgetReason(policy, costUsd) };
  const unknown = rows.find((row) => isCostUnknown(policy, row));
  return unknown && { kind: 'unknown-cost', message: unknownCostReason(policy, unknown) };
}

export const isSpent = ({ budgetLimit }: Pick<Policy, 'budgetLimit'>, cost: number): boolean =>
  typeof budgetLimit === 'number' && cost >= budgetLimit;

export const budgetReason = ({ budgetLimit }: Pick<Policy, 'budgetLimit'>, cost: number): string =>
  `The budget is spent: ${cost} USD of executor.budgetLimit ${budgetLimit} USD.`;

/** Errors of a target that turned the call away before it did any work. */
const TURNED_AWAY = new Set([
  'TargetThrottled',
  'TargetUnavailable',
  'TargetRejected',
  'TargetNotFound',
  'TargetAccessDenied',
  'AddressRefused',
]);

/** A cap that cannot be kept must not seem to be: the row was worked on, and nobody can say what for. */
export const isCostUnknown = ({ budgetLimit }: Pick<Policy, 'budgetLimit'>, row: Costed): boolean =>
  typeof budgetLimit === 'number' &&
  row.status !== 'skipped' &&
  row.calls > 0 &&
  row.cost_usd === null &&
  (!TURNED_AWAY.has(row.error_name ?? '') || wasSetAside('cost_usd', row));

const unknownCostReason = ({ budgetLimit }: Pick<Policy, 'budgetLimit'>, row: Costed): string =>
  `executor.budgetLimit is ${budgetLimit} USD, but what row ${cutText(row.sample_id, 100)} has cost is not known${row.error_name ? ` (${row.error_name})` : ''}: its answer has neither cost_usd (0 to ${LARGEST_FIGURES.cost_usd}) nor only tokens with a known price. Set executor.assumeCostPerRow or prices.`;
