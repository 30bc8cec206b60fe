import * as z from 'zod';
import type { ResultRow } from '../../contracts/result-row.ts';
import { parseJson } from '../../core/json.ts';
import { rowsAsCalled } from '../../core/variant-rows.ts';

/**
 * Which call of which row is about to be made: the row's place in the batch, and 1 for its first call. Of an agent also
 * the name of its execution, which an earlier pass may have started.
 */
const claimSchema = z.union([z.tuple([z.int(), z.int()]), z.tuple([z.int(), z.int(), z.string()])]);

/** A row whose call failed and is repeated, not before `notBefore`. */
const retrySchema = z.object({
  row: z.int(),
  /** Calls made so far. */
  calls: z.int(),
  notBefore: z.string(),
  startedAt: z.string(),
  /** What these calls have cost, as far as known. */
  spentUsd: z.number().optional(),
  /** Throttled calls among these (429), which do not count as attempts, and the time of the first. */
  turnedAway: z.int().optional(),
  turnedAwayAt: z.string().optional(),
  /** Milliseconds the row has waited for the target's rate limit. */
  waitedMs: z.number().optional(),
  /** The bulk endpoint rejected the row's chunk: the row is called by itself. */
  isAlone: z.boolean().optional(),
  /** Implausible figures that such a call reported: the row's cost is unknown. */
  setAside: z.string().optional(),
});
export type Retry = z.output<typeof retrySchema>;

/** Calls that were made, and how many of them were throttled. */
const madeCallsSchema = z.object({
  bulk: z.int(),
  individual: z.int(),
  throttled: z.int(),
  /**
   * Cost in US dollars of calls whose rows are called again. When such a row settles, the amount is subtracted again: it is
   * then part of the row's own cost.
   */
  retriedUsd: z.number(),
});
export type MadeCalls = z.output<typeof madeCallsSchema>;

/**
 * The first line of each object of a batch's log. The settled rows follow, one a line, in the order of `settled`; the
 * staging table reads those lines.
 */
const logEntrySchema = z.object({
  /** The invocation that wrote it, and when. */
  writer: z.string(),
  at: z.string(),
  claims: z.array(claimSchema),
  retries: z.array(retrySchema),
  settled: z.array(z.int()),
  /** The calls behind its claims and failures: one bulk call claims many rows. */
  made: madeCallsSchema.partial().optional(),
  /** A later round continues the run: no row is claimed after this entry. */
  closed: z.boolean().optional(),
});
export type LogEntry = z.output<typeof logEntrySchema>;

export interface ReadEntry {
  readonly number: number;
  readonly entry: LogEntry;
  /** The settled rows. The results of a row with several are combined into one. */
  readonly rows: readonly ResultRow[];
}

/**
 * The log of one batch: numbered objects below the staging prefix. Each is written once and never changed, so only one of
 * two simultaneous writers succeeds.
 */
export interface BatchLog {
  /** False if another writer has this number. `rows` are JSON texts in the order of `entry.settled`; several results of one row are lines of one text. */
  append(number: number, entry: LogEntry, rows: readonly string[]): Promise<boolean>;
  /** All entries from a number on. */
  readFrom(number: number): AsyncGenerator<ReadEntry>;
}

export const entryText = (entry: LogEntry, rows: readonly string[]): string =>
  `${[JSON.stringify({ entry }), ...rows].join('\n')}\n`;

const NOTHING: Omit<ReadEntry, 'number'> = {
  entry: { writer: '', at: '', claims: [], retries: [], settled: [] },
  rows: [],
};

/** Entries are written whole, so an object that is not an entry comes from somebody else and says nothing about the rows. */
export function parseEntry(text: string): Omit<ReadEntry, 'number'> {
  const [first = '', ...lines] = text.split('\n');
  const parsed = z.object({ entry: logEntrySchema }).safeParse(parseJson(first));
  if (!parsed.success) return NOTHING;
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ResultRow);
  return { entry: parsed.data.entry, rows: rowsAsCalled(rows) };
}
