import { RollcallError } from '../../../contracts/errors.ts';
import { bodyOf, isOk } from './job-requests.ts';
import { LONGEST_ID, type Submission, type Submitted, unknownJob } from './submission.ts';

/** Time an invocation takes, after its request's own, to note what came of it. */
const NOTING_MS = 15_000;
/** How often a job is looked for. */
const LOOK_AGAIN_MS = 10_000;

/**
 * Looks for a job whose submission may have been sent and was not answered. Undefined when it is to be sent again: the API
 * knows it by our key, or it is certain by now that it never arrived.
 */
export async function findJob(submission: Submission): Promise<Submitted | undefined> {
  const { event, requests, notes, deadlineMs } = submission;
  const { isLost, startingAt } = notes.state;
  const { idempotencyHeader, lookup, lookupSeconds } = requests.job;
  const answeredBy = Date.parse(startingAt) + deadlineMs() + NOTING_MS;
  // Unless it has ended for certain, the invocation that sent it may still get its answer.
  if (!isLost && event.crashes === 0 && Date.now() < answeredBy) return { kind: 'open', dueAt: answeredBy };
  if (idempotencyHeader) {
    await notes.add({ isStarting: false });
    return undefined;
  }
  if (!lookup) return unknownJob('The function that submitted it ended before its answer came.');
  const ids = await idsThere(submission);
  if (ids === undefined) return { kind: 'open', dueAt: Date.now() + LOOK_AGAIN_MS };
  const [id] = ids;
  if (ids.length > 1) return unknownJob(`The API has ${ids.length} jobs that may be it.`);
  if (id !== undefined) {
    await notes.add({ saved: { id }, isSubmitted: true, isFound: true, isStarting: false });
    return { kind: 'open' };
  }
  const arrivesBy = Date.parse(startingAt) + lookupSeconds * 1_000;
  if (Date.now() < arrivesBy) return { kind: 'open', dueAt: Math.min(arrivesBy, Date.now() + LOOK_AGAIN_MS) };
  await notes.add({ isStarting: false });
  return undefined;
}

/** Ids of jobs that may be the one, without those that are known to be others of this run. */
async function idsThere({ requests, notes, store }: Submission): Promise<string[] | undefined> {
  const { lookup } = requests.job;
  const values = requests.values(notes.state);
  const url = lookup && requests.url(lookup.url, values);
  if (url === undefined) return [];
  const exchanged = await requests.send({ url, httpMethod: 'GET' });
  if ('error' in exchanged || !isOk(exchanged.response)) return undefined;
  const found = await requests.evaluateAll(lookup?.ids ?? '[]', { ...values, body: bodyOf(exchanged.response) });
  const ids = found.filter((id) => typeof id === 'string' || typeof id === 'number');
  const others = [...(await store.list()).keys()].filter((key) => key !== notes.key);
  const known = await Promise.all(others.map(async (key) => (await store.read(key))?.saved.id));
  if (found.length > 0 && ids.length === 0) {
    throw new RollcallError(
      'MappingFailed',
      'bulkConfig.job.lookup.ids gives no ids; it must give a text or a list of texts.',
    );
  }
  return ids.map(String).filter((id) => id.length <= LONGEST_ID && !known.includes(id));
}
