import { digits, PREFIXES } from '../../contracts/storage-keys.ts';

/** Which log: a batch of an attempt. A batch never crosses a shard. */
export interface LogName {
  readonly evaluationId: string;
  readonly attempt: number;
  readonly shard: number;
  /** Number of the batch. */
  readonly batch: number;
}

/** The start of all keys of a run's logs. */
export const runLogPrefix = (evaluationId: string): string => `${PREFIXES.staged}evaluation_id=${evaluationId}/`;

/** The start of all keys of one attempt's logs in one shard. */
export const attemptLogsPrefix = ({ evaluationId, attempt, shard }: Omit<LogName, 'batch'>): string =>
  `${runLogPrefix(evaluationId)}shard=${shard}/${digits(attempt, 4)}-`;

/** The batch whose log has a key with such a prefix. */
export const batchOfKey = (key: string, prefix: string): number => Number.parseInt(key.slice(prefix.length), 10);

/** One object of a batch's log; the numbers have no gaps. */
export const logKey = ({ batch, ...attempt }: LogName, number: number): string =>
  `${attemptLogsPrefix(attempt)}${digits(batch, 8)}-${digits(number, 8)}.jsonl`;
