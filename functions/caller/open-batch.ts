import type { Batch, Resume } from '../../contracts/batch.ts';
import type { CallerEvent } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { Settlement } from '../../core/result-row.ts';
import { gradeResults } from '../../core/scoring/grade-results.ts';
import { buildResultRows } from '../../core/variant-rows.ts';
import { BatchProgress } from '../../domain/run-log/batch-progress.ts';
import { GroupCommit } from '../../domain/run-log/group-commit.ts';
import type { MadeCalls } from '../../domain/run-log/log-entry.ts';
import { BatchTally } from './batch-tally.ts';
import type { CallerPorts } from './caller-ports.ts';
import { isFirstInvocation } from './first-invocation.ts';
import { isExhausted } from './row-dead-letters.ts';
import { type ClaimedRow, RowQueue } from './row-queue.ts';
import type { PlacedRow } from './row-reader.ts';

export interface OpenBatch {
  readonly progress: BatchProgress;
  readonly commit: GroupCommit;
  readonly queue: RowQueue;
  readonly tally: BatchTally;
  /** Writes down what became of a row. Another invocation may have settled it meanwhile; its word stands. */
  settle(row: PlacedRow, settlement: Settlement, made?: Partial<MadeCalls>): Promise<void>;
  /** A row that was called, by whom it may be, and whose answer nobody has. */
  settleLost(row: ClaimedRow): Promise<void>;
  /** Messages about settled rows that are on their way. */
  told(): Promise<unknown>;
}

const beginningOf = (batch: Batch): Resume => ({ row: 0, byte: batch.from, entry: 0 });

/**
 * Opens a batch where it was left: what its log says is read, unless this is the first invocation of all.
 *
 * @param onSettled told of the settled rows of every entry of the log that was not counted yet
 * @param closes a later pass goes on with the run: nobody claims a row of the batch any more
 */
export async function openBatch(
  event: CallerEvent,
  ports: CallerPorts,
  onSettled: (rows: readonly ResultRow[], tally: BatchTally) => void = () => {},
  closes = false,
): Promise<OpenBatch> {
  const { run, batch, resume } = event;
  const isFirst = isFirstInvocation(event);
  const from = resume ?? beginningOf(batch);
  const tally = await BatchTally.open(ports.counts, event, isFirst);
  const progress = new BatchProgress(from.row);
  const messages = new Set<Promise<void>>();

  function tell(rows: readonly ResultRow[], bytes: number): void {
    ports.observer.settled(event, rows, bytes);
    for (const row of rows.filter((row) => isExhausted(run, row))) {
      const message = ports.deadLetters?.send(row).finally(() => messages.delete(message as Promise<void>));
      if (message) messages.add(message);
    }
  }

  const commit = new GroupCommit({
    log: ports.log(event),
    progress,
    next: Math.min(from.entry, tally.entries),
    writer: ports.writer,
    onEntry({ number, rows, entry }, bytes) {
      const begins = tally.settled === 0;
      tally.add(number, rows, entry.made);
      if (rows.length === 0) {
        // Money is spent as soon as the call is, whatever becomes of its row.
        if (entry.made?.retriedUsd) onSettled(rows, tally);
        return;
      }
      // Whoever waits for a first result sees it at once; later ones are told of once a second.
      if (begins && tally.settled < batch.count) tally.write('running').catch(() => {});
      onSettled(rows, tally);
      if (bytes !== undefined) tell(rows, bytes);
    },
  });
  if (!isFirst) await commit.catchUp();
  if (closes) await commit.close();

  const settle: OpenBatch['settle'] = async ({ place, row }, settlement, made) => {
    const built = buildResultRows(run, row, settlement);
    const results = run.evaluators ? await gradeResults(run, built) : built;
    const { spentUsd = 0 } = settlement;
    // It is part of what the first result has cost.
    const counted = spentUsd > 0 && results[0]?.cost_usd !== null && { retriedUsd: -spentUsd };
    await commit.add({ settled: place, results, ...((made || counted) && { made: { ...made, ...counted } }) });
  };

  return {
    progress,
    commit,
    queue: new RowQueue(ports.rows(event, from), progress),
    tally,
    settle,
    settleLost(row) {
      const { call, at } = row.claim;
      const message = `Call ${call} of this row was begun at ${at} and its answer was lost.`;
      const error = new RollcallError('OutcomeUnknown', message);
      return settle(row, { status: 'failed', calls: call, error, startedAt: at, finishedAt: new Date().toISOString() });
    },
    told: () => Promise.all(messages),
  };
}
