import { type ErrorName, RollcallError } from '../../../contracts/errors.ts';
import type { Advancing } from './advancing.ts';
import { collectJob, filesOf } from './collect-job.ts';
import { fetchEntries } from './fetch-entries.ts';
import { cancelJob, type JobStatus, lookAtJob } from './look-at-job.ts';
import { ResultBounds } from './result-bounds.ts';
import { settleUnsent } from './settle-unsent.ts';
import { submitJob } from './submit-job.ts';

/** What is known of a job after it was looked at. */
export type Advanced =
  | { readonly kind: 'ended' }
  | { readonly kind: 'open'; readonly submittedAt?: string; readonly dueAt?: number; readonly finished?: number };

/** A job that was told to stop is waited for so long; then nothing more is expected of it. */
const STOPPING_SECONDS = 3_600;
/** What a job had finished when its run was cancelled is read for so long. */
const CANCELLED_READ_MS = 60_000;
/** A cancel is seen this much later at most. */
const LOOK_AGAIN_MS = 1_000;

/** Goes on with a job: submits it, looks at it, stops it, or settles its rows. */
export async function advanceJob(advancing: Advancing): Promise<Advanced> {
  const { notes, standing, store, claims } = advancing;
  if (notes.state.fetchedAt !== undefined) return collect(advancing);
  if (notes.state.submittedAt === undefined) {
    const isOver = standing.state === 'over' && !notes.state.isStarting;
    if (isOver) {
      const { name, reason: message } = standing;
      await settleUnsent(advancing, { status: 'skipped', error: { name, message, errorClass: null } });
      return end();
    }
    const submitted = await submitJob({ ...advancing, count: claims.length });
    if (submitted.kind === 'open') {
      return { kind: 'open', submittedAt: notes.state.submittedAt, dueAt: submitted.dueAt };
    }
    await settleUnsent(advancing, { status: 'failed', ...submitted });
    return end();
  }
  return look(advancing);

  async function end(): Promise<Advanced> {
    await store.end(notes.key);
    return { kind: 'ended' };
  }
}

async function look(advancing: Advancing): Promise<Advanced> {
  const { notes, requests } = advancing;
  const { submittedAt = '' } = notes.state;
  const status = await lookAtJob(requests, notes.state).catch(asError);
  if (status instanceof RollcallError) {
    await cancelJob(requests, notes.state);
    return fail(advancing, status);
  }
  if ('isDone' in status && status.isDone) return fetch(advancing, status);
  const isLate = isOverdue(advancing);
  const isStopped = isCancelled(advancing);
  const finished = 'isDone' in status ? status.finished : undefined;
  if (!isLate && !isStopped) return { kind: 'open', submittedAt, finished };
  const { cancelledAt } = notes.state;
  if (cancelledAt === undefined) {
    const isHeard = await cancelJob(requests, notes.state);
    await notes.add({ isCancelled: true });
    if (isHeard) return { kind: 'open', submittedAt: notes.state.cancelledAt };
  } else if (Date.now() - Date.parse(cancelledAt) < STOPPING_SECONDS * 1_000) {
    return { kind: 'open', submittedAt: cancelledAt };
  }
  const why = 'problem' in status ? ` Its status cannot be read: ${status.problem}` : '';
  await notes.add({
    isFetched: true,
    ...(!isStopped && { failed: `it took longer than ${requests.job.timeoutSeconds} s.${why}` }),
  });
  return collect(advancing);
}

/** Whether it has taken longer than it may. */
const isOverdue = ({ notes, requests }: Advancing): boolean =>
  Date.now() - Date.parse(notes.state.submittedAt ?? '') > requests.job.timeoutSeconds * 1_000;

const isCancelled = ({ standing }: Advancing): boolean => standing.state === 'over' && standing.name === 'RunCancelled';

/** Brings the results of a job that is done into the store. */
async function fetch(advancing: Advancing, { body: status, failed, isExpired }: JobStatus): Promise<Advanced> {
  const { notes, requests, store, deadlineMs } = advancing;
  const bounds = new ResultBounds(notes.state.count);
  const isStopped = stopperOf(advancing);
  let tooLarge: RollcallError | undefined;
  try {
    for (const [number, file] of filesOf(requests).entries()) {
      if (await isStopped()) break;
      const fetching = { requests, store, status, deadlineMs: deadlineMs(), bounds, isStopped };
      const cut = await fetchEntries({ file, number }, notes.state, fetching);
      tooLarge ??= cut;
    }
  } catch (error) {
    const { submittedAt = '' } = notes.state;
    if (!(error instanceof RollcallError) || (error.errorClass === 'transient' && !isOverdue(advancing))) {
      // The results stay there for days: they are asked for again.
      return { kind: 'open', submittedAt };
    }
    return fail(advancing, error);
  }
  if (tooLarge) return fail(advancing, tooLarge);
  await notes.add({
    isFetched: true,
    isExpired,
    ...(failed !== undefined && { failed }),
    ...((await isStopped()) && { isCancelled: true }),
  });
  return collect(advancing);
}

/** Says when the results of a cancelled run are not read any further: at once, or some time after a cancel that came before. */
function stopperOf(advancing: Advancing): () => Promise<boolean> {
  const mayReadUntil = isCancelled(advancing) ? Date.now() + CANCELLED_READ_MS : 0;
  let lookAt = Date.now() + LOOK_AGAIN_MS;
  return async () => {
    if (Date.now() >= lookAt && !isCancelled(advancing)) {
      // A look that fails is made up for by the next.
      await advancing.look().catch(() => {});
      lookAt = Date.now() + LOOK_AGAIN_MS;
    }
    return isCancelled(advancing) && Date.now() >= mayReadUntil;
  };
}

/** Settles the rows that have a result, and lets the others fail. */
async function fail(advancing: Advancing, { name, message }: RollcallError): Promise<Advanced> {
  await advancing.notes.add({ isFetched: true, failed: message, failedAs: name as ErrorName });
  return collect(advancing);
}

/** What is wrong with an expression or an address. Anything else is a failure of ours. */
function asError(error: unknown): RollcallError {
  if (error instanceof RollcallError) return error;
  throw error;
}

async function collect(advancing: Advancing): Promise<Advanced> {
  const { event, notes, reader } = advancing;
  const isAll = await collectJob(notes.state, { ...advancing, run: event.run, reader: reader() });
  return isAll ? { kind: 'ended' } : { kind: 'open', dueAt: Date.now() };
}
