import { RollcallError } from '../../../contracts/errors.ts';
import { retryDelay, turnedAwayDelay } from '../../../core/retry-decision.ts';
import { limitsIn, refusalOf, turnedAwayBy } from '../exchange.ts';
import type { EndpointResponse } from '../send-request.ts';
import { findJob } from './find-job.ts';
import { bodyOf, isOk, type JobRequests } from './job-requests.ts';
import { LONGEST_ID, type Submission, type Submitted, unknownJob } from './submission.ts';

/** Such as an address to upload to, with its signature. */
const LONGEST_SAVED = 8_192;

/**
 * Submits a job, or goes on with one that was begun. What is about to be sent is noted before, so that whoever comes after
 * a crash knows what may have happened, and looks for the job before anything is sent again.
 */
export async function submitJob(submission: Submission): Promise<Submitted> {
  const { event, requests, store, notes, count, deadlineMs } = submission;
  const { submit } = requests.job;
  const last = submit.length - 1;
  // The steps before the last do nothing by themselves. Where one may have been sent and not noted, all are made anew.
  const from = notes.state.isStarting ? last : 0;
  if (notes.state.notes === 0) {
    await notes.add({ count, attempt: event.run.attempt, ...(last === 0 && { isStarting: true }) });
  } else if (notes.state.isStarting) {
    // An address or an expression that is wrong costs the rows of this job only.
    const found = await findJob(submission).catch((error) => unknownJob(asError(error).message));
    if (found) return found;
  }
  const dueAt = Date.parse(notes.state.notBefore);
  if (dueAt > Date.now()) return { kind: 'open', dueAt };
  const items = await store.items(notes.key);
  for (let index = from; index <= last; index++) {
    const step = submit[index] as (typeof submit)[number];
    if (index === last && !notes.state.isStarting) await notes.add({ isStarting: true });
    const sentAt = Date.now();
    const request = await requests.stepRequest(step, notes.state, items, deadlineMs()).catch(asError);
    if (request instanceof RollcallError) return { kind: 'refused', error: request };
    const exchanged = await requests.send(request);
    if ('error' in exchanged) {
      const { error, isSent, isTurnedAway } = exchanged;
      // Asking again would not mend a header, a binding or a host that does not exist.
      if (!isSent && error.errorClass !== 'transient') return { kind: 'refused', error };
      return isTurnedAway ? turnedAway(submission, error) : lost(submission, index, error, isSent);
    }
    const { response } = exchanged;
    submission.heard(
      sentAt,
      limitsIn(response),
      turnedAwayBy(response).isTurnedAway ? (turnedAwayBy(response).retryAfterSeconds ?? 1) : undefined,
    );
    if (!isOk(response)) return refused(submission, index, response);
    const saved = await savedFrom(response, step.save ?? {}, requests);
    if (step.save?.id !== undefined && saved.id === undefined) {
      const message = `The answer to the submission of the job has no id of ${LONGEST_ID} characters or fewer at ${step.save.id}. Check save.id of bulkConfig.job.submit.`;
      return lost(submission, index, new RollcallError('AnswerUnreadable', message), true);
    }
    await notes.add({ step: index + 1, saved, ...(index === last && { isSubmitted: true, isStarting: false }) });
  }
  return { kind: 'open' };
}

/** A request without an answer. What comes before the last step does nothing by itself, and is begun anew. */
async function lost(submission: Submission, index: number, error: RollcallError, isSent: boolean): Promise<Submitted> {
  const { notes, requests, event } = submission;
  if (isSent && index === requests.job.submit.length - 1) {
    await notes.add({ isLost: true });
    const { idempotencyHeader, lookup } = requests.job;
    return idempotencyHeader || lookup ? { kind: 'open', dueAt: Date.now() } : unknownJob(error.message);
  }
  const unsent = notes.state.unsent + 1;
  const seconds = retryDelay({ errorClass: 'transient', calls: unsent }, event.run.retryPolicy);
  if (seconds === undefined) return { kind: 'refused', error };
  return later(submission, seconds, { unsent });
}

async function later(
  { notes }: Submission,
  seconds: number,
  counted: { readonly unsent?: number; readonly turnedAway?: number },
): Promise<Submitted> {
  const dueAt = Date.now() + seconds * 1_000;
  await notes.add({ isStarting: false, step: 0, notBefore: new Date(dueAt).toISOString(), ...counted });
  return { kind: 'open', dueAt };
}

async function refused(submission: Submission, index: number, response: EndpointResponse): Promise<Submitted> {
  const { status } = response;
  const { error } = refusalOf(response);
  const { isTurnedAway, retryAfterSeconds } = turnedAwayBy(response);
  if (isTurnedAway) return turnedAway(submission, error, retryAfterSeconds);
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', error };
  return lost(submission, index, error, true);
}

async function turnedAway(submission: Submission, error: RollcallError, retryAfter?: number): Promise<Submitted> {
  const { retryPolicy, rateLimit } = submission.event.run;
  const { turnedAway: before, intendedAt } = submission.notes.state;
  const seconds = turnedAwayDelay(before, retryAfter, retryPolicy);
  const waits = (Date.now() - Date.parse(intendedAt)) / 1_000 + seconds;
  if (waits > rateLimit.maxWaitSeconds) return { kind: 'refused', error };
  return later(submission, seconds, { turnedAway: before + 1 });
}

/** What is wrong with an expression or an address; anything else is no answer of ours. */
function asError(error: unknown): RollcallError {
  if (error instanceof RollcallError) return error;
  throw error;
}

async function savedFrom(
  response: EndpointResponse,
  save: Readonly<Record<string, string>>,
  requests: JobRequests,
): Promise<Record<string, string>> {
  const saved: Record<string, string> = {};
  for (const [name, expression] of Object.entries(save)) {
    const root = { body: bodyOf(response), headers: response.headers };
    // Without the job's id it is looked for.
    const value = await requests.evaluate(expression, root).catch(asError);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    if (text !== undefined && text.length <= (name === 'id' ? LONGEST_ID : LONGEST_SAVED)) saved[name] = text;
  }
  return saved;
}
