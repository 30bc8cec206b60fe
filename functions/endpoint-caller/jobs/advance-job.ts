import { RollcallError } from '../../../contracts/errors.ts';
import type { Advancing } from './advancing.ts';
import { collectJob, filesOf } from './collect-job.ts';
import { fetchEntries } from './fetch-entries.ts';
import { cancelJob, type JobStatus, lookAtJob } from './look-at-job.ts';
import { settleUnsent } from './settle-unsent.ts';
import { submitJob } from './submit-job.ts';

/** What is known of a job after it was looked at. */
export type Advanced =
  | { readonly kind: 'ended' }
  | { readonly kind: 'open'; readonly submittedAt?: string; readonly dueAt?: number; readonly finished?: number };

/** A job that was told to stop is waited for so long; then nothing more is expected of it. */
const STOPPING_SECONDS = 3_600;

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
  const { notes, requests, standing } = advancing;
  const { submittedAt = '' } = notes.state;
  const status = await lookAtJob(requests, notes.state);
  if ('isDone' in status && status.isDone) return fetch(advancing, status);
  const isLate = isOverdue(advancing);
  const isStopped = standing.state === 'over' && standing.name === 'RunCancelled';
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

/** Brings the results of a job that is done into the store. */
async function fetch(advancing: Advancing, { body: status, failed, isExpired }: JobStatus): Promise<Advanced> {
  const { notes, requests, store, deadlineMs } = advancing;
  try {
    for (const [number, file] of filesOf(requests).entries()) {
      await fetchEntries({ file, number }, notes.state, { requests, store, status, deadlineMs: deadlineMs() });
    }
  } catch (error) {
    const { submittedAt = '' } = notes.state;
    if (!(error instanceof RollcallError) || (error.errorClass === 'transient' && !isOverdue(advancing))) {
      // The results stay there for days: they are asked for again.
      return { kind: 'open', submittedAt };
    }
    await notes.add({ isFetched: true, failed: error.message });
    return collect(advancing);
  }
  await notes.add({ isFetched: true, ...(failed !== undefined && { failed }), isExpired });
  return collect(advancing);
}

async function collect(advancing: Advancing): Promise<Advanced> {
  const { event, notes, reader } = advancing;
  const isAll = await collectJob(notes.state, { ...advancing, run: event.run, reader: reader() });
  return isAll ? { kind: 'ended' } : { kind: 'open', dueAt: Date.now() };
}
