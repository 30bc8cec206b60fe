import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchProgress } from '../../../domain/run-log/batch-progress.ts';
import type { LogEntry, Retry } from '../../../domain/run-log/log-entry.ts';
import { RowQueue, type Work } from '../../../functions/caller/row-queue.ts';
import { datasetRow, startCallerCloud } from '../caller-cloud.ts';

const { newRun } = await startCallerCloud();
const AT = '2026-11-16T00:00:00.000Z';
const LATER = '2099-01-01T00:00:00.000Z';

const texts = ['plain', 'ü', '€ and 𝄞', '', 'two\nlines', 'end', 'more', 'and more'];
const rows = texts.map((input, index) => datasetRow({ sample_id: `s-${index}`, row_index: index, input }));
const run = await newRun({}, {}, rows);
const { from: BEGIN, to: END } = run.batch;
/** Where each row begins in the file. */
const bytes = rows.map((_, place) =>
  rows.slice(0, place).reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)) + 1, BEGIN),
);
const ALL = rows.map((_, place) => place);

const entryOf = (parts: Partial<LogEntry>): LogEntry => ({
  writer: 'w',
  at: AT,
  claims: [],
  retries: [],
  settled: [],
  ...parts,
});
const retryOf = (row: number, notBefore = AT): Retry => ({ row, calls: 1, notBefore, startedAt: AT });

function queueOf(entry: Partial<LogEntry> = {}, from = { row: 0, byte: BEGIN }) {
  const progress = new BatchProgress(from.row);
  progress.apply(0, entryOf(entry));
  return { progress, queue: new RowQueue(run.ports().rows(run.event(), from), progress) };
}

async function take(queue: RowQueue): Promise<number[]> {
  const taken: number[] = [];
  for (let work = await queue.next(); work; work = await queue.next()) taken.push(work.place);
  return taken;
}

const placed = async (work: Promise<Work | undefined>): Promise<Work> => {
  const found = await work;
  if (!found) throw new Error('There is no row.');
  return found;
};

describe('the rows left to a batch', () => {
  it('are all of them in row order when nothing has happened', async () => {
    const { queue } = queueOf();
    expect(queue.isExhausted).toBe(false);
    expect(await take(queue)).toEqual(ALL);
    expect(queue.isExhausted).toBe(true);
    expect(queue.nextDue).toBe(Number.POSITIVE_INFINITY);
  });

  it('are not those that are settled, nor those another invocation has claimed', async () => {
    const { queue } = queueOf({ settled: [0, 3], claims: [[1, 1]] });
    expect(await take(queue)).toEqual([2, 4, 5, 6, 7]);
    expect([...queue.claimed.values()]).toMatchObject([{ place: 1, row: { input: 'ü' }, claim: { row: 1, call: 1 } }]);
  });

  it('are those to be called again too, once they are due', async () => {
    const { queue } = queueOf({ retries: [retryOf(1), retryOf(2, LATER)] });
    expect(await placed(queue.next())).toMatchObject({ place: 0 });
    // Found to be due while looking for a new row; the next one up comes first.
    expect(await placed(queue.next())).toMatchObject({ place: 3 });
    expect(await placed(queue.next())).toMatchObject({ place: 1, retry: { calls: 1 } });
    expect(await take(queue)).toEqual([4, 5, 6, 7]);
    expect(queue.isExhausted).toBe(false);
    expect(queue.nextDue).toBe(Date.parse(LATER));
    expect(await placed(queue.next(Date.parse(LATER)))).toMatchObject({ place: 2 });
    expect(queue.isExhausted).toBe(true);
  });

  it('have the one that was given back at their front', async () => {
    const { queue } = queueOf({ settled: [0] });
    const first = await placed(queue.next());
    queue.giveBack([first]);
    expect(queue.isExhausted).toBe(false);
    expect(await placed(queue.next())).toEqual(first);
    const again = { ...first, retry: retryOf(first.place) };
    queue.giveBack([again]);
    expect(await placed(queue.next())).toEqual(again);
  });

  it('come together for one call of a bulk endpoint, and by itself what was rejected there', async () => {
    const { queue } = queueOf({ settled: [0], retries: [{ ...retryOf(2), isAlone: true }] });
    const places = async (most: number, bytes = 1_000) =>
      (await queue.nextChunk(most, bytes)).map(({ place }) => place);
    expect(await places(2)).toEqual([1, 3]);
    expect(await places(3)).toEqual([2]);
    const chunk = await queue.nextChunk(9, 2);
    queue.giveBack(chunk);
    expect(await places(9)).toEqual([4, 5, 6, 7]);
    expect(chunk.length).toBeLessThan(4);
    expect(queue.isExhausted).toBe(true);
  });

  it('can be had at once, due or not, but for what others have claimed', async () => {
    const { queue } = queueOf({ settled: [7], claims: [[5, 1]], retries: [retryOf(6, LATER)] });
    queue.giveBack([await placed(queue.next())]);
    const rest: number[] = [];
    for await (const { place } of queue.rest()) rest.push(place);
    expect(rest).toEqual([0, 1, 2, 3, 4, 6]);
    expect(queue.isExhausted).toBe(true);
  });
});

describe('where a batch is taken up', () => {
  it('is the first row that is not settled, to the byte', async () => {
    const { queue, progress } = queueOf();
    await take(queue);
    for (const place of ALL) {
      expect(await queue.settledTo()).toEqual({ row: place, byte: bytes[place] });
      progress.apply(place + 1, entryOf({ settled: [place] }));
    }
    expect(await queue.settledTo()).toEqual({ row: rows.length, byte: END });
  });

  it('may be further on than what was read here', async () => {
    const { queue, progress } = queueOf();
    await queue.next();
    progress.apply(1, entryOf({ settled: [0, 1, 2, 3, 4] }));
    expect(await queue.settledTo()).toEqual({ row: 5, byte: bytes[5] });
    expect(await take(queue)).toEqual([5, 6, 7]);
  });

  it('leaves exactly the rows that are not settled, however often and wherever it was left', async () => {
    // Each invocation takes some rows and settles some of those, then hands on.
    const invocations = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.array(fc.boolean(), { maxLength: 5 })), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(invocations, async (plan) => {
        const log: LogEntry[] = [];
        const settled = new Set<number>();
        let from = { row: 0, byte: BEGIN };
        let firstEntry = 0;
        for (const [count, settles] of plan) {
          const progress = new BatchProgress(from.row);
          for (const [index, entry] of log.slice(firstEntry).entries()) progress.apply(firstEntry + index, entry);
          const queue = new RowQueue(run.ports().rows(run.event(), from), progress);
          const left = ALL.filter((place) => !settled.has(place));
          const taken: number[] = [];
          for (let work = await queue.next(); work; work = taken.length < count ? await queue.next() : undefined) {
            taken.push(work.place);
          }
          expect(taken).toEqual(left.slice(0, taken.length));
          const done = taken.filter((_, index) => settles[index]);
          for (const place of done) settled.add(place);
          const entry = entryOf({ settled: done });
          progress.apply(log.length, entry);
          log.push(entry);
          from = await queue.settledTo();
          firstEntry = progress.firstEntry(log.length);
          expect(from.byte).toBe(bytes[from.row] ?? END);
        }
      }),
      { numRuns: 50 },
    );
  });
});
