import type { EvaluationConfig } from '../contracts/evaluation-config.ts';
import { EVENTS_PER_LOOK, MOST_EVENTS } from './history-budget.ts';

/** A child's rows run one after another, so a batch must not keep rows from running side by side. */
const LARGEST_BATCH = 25;
/** A batch aims at this size, far below the 256 KiB a state's payload may have. */
const BATCH_BYTES = 48 * 1024;

/** The rest of a child's history is left to pauses and redrives. */
const BATCH_EVENTS = 0.6 * MOST_EVENTS;

interface RowSize {
  readonly meanBytes: number;
  /** Looks at one row that takes as long as it may. */
  readonly mostLooks: number;
}

/** `clamp(rows / maxConcurrency, 1, 25)`, fewer when rows are large or may take hours. */
export function batchSize(rows: number, maxConcurrency: number, { meanBytes, mostLooks }: RowSize): number {
  const fair = Math.ceil(rows / maxConcurrency);
  const fitting = Math.floor(BATCH_BYTES / Math.max(meanBytes, 1));
  const inHistory = Math.floor(BATCH_EVENTS / (EVENTS_PER_LOOK * (mostLooks + 1)));
  return Math.max(1, Math.min(fair, fitting, inHistory, LARGEST_BATCH));
}

/** An agent is looked at every half a minute, and after five minutes each time a tenth more of its time has gone by. */
const looksAtAgent = (seconds: number): number =>
  seconds <= 300 ? seconds / 30 : 10 + Math.log(seconds / 300) / Math.log(1.1);

/** Every call may take the row's whole timeout. Endpoints and tools are waited for within one invocation. */
export const mostLooks = ({ executionMode, executor }: EvaluationConfig): number =>
  executor.retryPolicy.maxAttempts * (executionMode === 'agent' ? Math.ceil(looksAtAgent(executor.timeoutSeconds)) : 1);
