import type { BulkRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { BulkItem } from '../../core/bulk/bulk-body.ts';
import { limitedTokens } from '../../core/pacing/used-tokens.ts';
import { withThreadFields } from '../../core/threads/thread-fields.ts';
import { type AfterCall, afterCall, knownOf, type MadeCall, settledAs } from './after-call.ts';
import { callerFailed } from './call-row.ts';
import type { Work } from './row-queue.ts';
import type { BulkOutcome, BulkTarget, Outcome } from './target.ts';
import type { Turn } from './turn.ts';

interface ChunkOptions {
  readonly run: BulkRun;
  readonly bulk: BulkTarget;
  /** Why the target may not be called at all. */
  readonly refused?: RollcallError;
  readonly remainingMs: () => number;
  readonly reserve: () => Promise<void>;
  readonly turn: Turn;
  /** Told what came of the call that was sent at a time, and what comes next. */
  readonly heard: (sentAt: number, outcome: Outcome, after: AfterCall) => void;
  /** Writes down that these rows are about to be called; false when they must not be. */
  readonly claim: (works: readonly Work[]) => Promise<boolean>;
  /** They are written down before their items are made: making these may be what crashes. */
  readonly isCareful: boolean;
}

/** What became of the rows of a chunk. Those that did not fit, or that another invocation has, are not among them. */
export interface CalledChunk {
  readonly called: readonly { readonly work: Work; readonly after: AfterCall }[];
  /** Rows that did not fit into the call. */
  readonly left: readonly Work[];
}

interface Prepared {
  readonly work: Work;
  readonly item: BulkItem;
  readonly made: MadeCall;
}

/** Calls many rows at once. */
export async function callChunk(works: readonly Work[], options: ChunkOptions): Promise<CalledChunk> {
  const { run, bulk, turn, claim, heard, isCareful } = options;
  if (isCareful && !(await claim(works))) return { called: [], left: [] };
  const { ready, failed } = await prepare(works, options);
  const fits = bulk.itemsOfCall(
    run,
    ready.map(({ item }) => item),
  );
  const sent = ready.slice(0, fits);
  const left = ready.slice(fits).map(({ work }) => work);
  const isClaimed = isCareful || (await claim(sent.map(({ work }) => work)));
  if (sent.length === 0 || !isClaimed) {
    turn.giveBack();
    return { called: failed, left };
  }
  const sentAt = await turn.go();
  const outcome = await outcomeOf(
    sent.map(({ item }) => item),
    options,
  );
  const called = sent.map((one, index) => ({ work: one.work, after: afterBulk(options, one, outcome, index) }));
  const together = dueTogether(called);
  const [first] = together;
  if (first) heard(sentAt, asOutcome(outcome), first.after);
  return { called: [...failed, ...together], left };
}

/** The rows' items; a row whose mapping fails is no part of the call. */
async function prepare(works: readonly Work[], { run, bulk, refused, turn }: ChunkOptions) {
  const ready: Prepared[] = [];
  const failed: { work: Work; after: AfterCall }[] = [];
  for (const work of works) {
    const calls = work.retry?.calls ?? 0;
    const known = { ...knownOf(work, turn), isBulk: true };
    try {
      if (refused) throw refused;
      ready.push({
        work,
        item: await bulk.item({ run, row: withThreadFields(work.row, run.threadFields) }),
        made: { ...known, call: calls + 1 },
      });
    } catch (thrown) {
      const error = thrown instanceof RollcallError ? thrown : callerFailed(thrown);
      failed.push({ work, after: settledAs('failed', { ...known, call: calls }, { error }) });
    }
  }
  return { ready, failed };
}

async function outcomeOf(
  items: readonly BulkItem[],
  { run, bulk, remainingMs, reserve }: ChunkOptions,
): Promise<BulkOutcome> {
  try {
    return await bulk.call({ run, remainingMs, reserve }, items);
  } catch (error) {
    return { kind: 'failed', error: callerFailed(error) };
  }
}

function afterBulk(
  { run, bulk }: ChunkOptions,
  { made, item: { text: request } }: Prepared,
  outcome: BulkOutcome,
  index: number,
): AfterCall {
  if (outcome.kind === 'answered') {
    return afterCall(run, made, { ...(outcome.outcomes[index] ?? nothingFor(made)), request });
  }
  if (outcome.kind === 'rejected' && bulk.limits(run).onReject === 'individual') return alone(made, outcome);
  return afterCall(run, made, { ...outcome, kind: 'failed', request });
}

const nothingFor = ({ place }: MadeCall): Outcome => ({
  kind: 'failed',
  error: new RollcallError('CallerFailed', `Nothing was found for the item at place ${place}.`),
});

/** Nothing was done with the chunk: each of its rows is called by itself, at once. */
function alone(made: MadeCall, { error }: { readonly error: RollcallError }): AfterCall {
  const { place, call, startedAt, spentUsd, setAside, turnedAway, turnedAwayAt, waitedMs } = made;
  const known = { spentUsd, setAside, turnedAway, turnedAwayAt, waitedMs };
  const notBefore = new Date().toISOString();
  return { error, retry: { row: place, calls: call, notBefore, startedAt, ...known, isAlone: true } };
}

/** Rows that are sent again stay together: the last of them is waited for. */
function dueTogether(called: readonly { work: Work; after: AfterCall }[]): { work: Work; after: AfterCall }[] {
  const due = called.flatMap(({ after }) => ('retry' in after ? [after.retry.notBefore] : []));
  const notBefore = due.sort().at(-1) ?? '';
  return called.map(({ work, after }) =>
    'retry' in after ? { work, after: { ...after, retry: { ...after.retry, notBefore } } } : { work, after },
  );
}

/** As far as the pace of calls goes, a bulk call is one call. */
function asOutcome(outcome: BulkOutcome): Outcome {
  if (outcome.kind !== 'answered') return { ...outcome, kind: 'failed' };
  const tokens = outcome.outcomes.reduce((sum, { answer }) => sum + ((answer && limitedTokens(answer)) ?? 0), 0);
  const answer = { actualOutput: '', fullResponseBody: '', latencyMs: 0, ...(tokens > 0 && { totalTokens: tokens }) };
  return { kind: 'answered', answer, limits: outcome.limits };
}
