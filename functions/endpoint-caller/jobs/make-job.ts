import { setTimeout as sleep } from 'node:timers/promises';
import type { CallerEvent, EndpointRun } from '../../../contracts/caller.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { type BulkItem, itemsOfCall } from '../../../core/bulk/bulk-body.ts';
import { idText } from '../../../core/bulk/match-items.ts';
import { itemId, jobItem, jobKey } from '../../../core/bulk-jobs/job-items.ts';
import { isObject } from '../../../core/json.ts';
import { parsePath, valueAt } from '../../../core/scoring/json-paths.ts';
import { withThreadFields } from '../../../core/threads/thread-fields.ts';
import type { Claim } from '../../../domain/run-log/batch-progress.ts';
import { callerFailed } from '../../caller/call-row.ts';
import type { CallerPorts } from '../../caller/caller-ports.ts';
import type { OpenBatch } from '../../caller/open-batch.ts';
import type { Pacer } from '../../caller/pacer.ts';
import { refusedTarget } from '../../caller/refused-target.ts';
import type { Work } from '../../caller/row-queue.ts';
import { bulkItem } from '../call-bulk.ts';
import { earlierJobs } from './earlier-jobs.ts';
import type { JobRequests } from './job-requests.ts';
import { itemOf } from './job-rows.ts';
import type { JobStore } from './job-store.ts';

interface Making {
  readonly event: CallerEvent<EndpointRun>;
  readonly ports: CallerPorts;
  readonly requests: JobRequests;
  readonly store: JobStore;
  readonly batch: OpenBatch;
  readonly pacer: Pacer;
  readonly hasTime: () => boolean;
  readonly submit: (key: string, claims: readonly Claim[]) => Promise<void>;
}

interface Ready {
  readonly work: Work;
  readonly item: BulkItem;
}

/** A turn that does not come within this is waited for outside of the function. */
const TURN_MS = 800;

/** Makes jobs of rows that were not called yet, and submits them. */
export async function makeJobs(most: number, making: Making): Promise<{ readonly dueAt?: number }> {
  const { event, requests, batch, ports } = making;
  const refused = refusedTarget(event.run, ports.bindings);
  const earlier = await earlierJobs(making.store, event.run);
  for (let made = 0; made < most && making.hasTime(); ) {
    const works = await batch.queue.nextChunk(requests.bulk.maxItemsPerCall, requests.bulk.maxBytesPerCall);
    if (works.length === 0) return {};
    // One whose chunk was refused goes by itself, when there is no job left to wait for.
    if (works[0]?.retry?.isAlone) continue;
    const attached = works.filter((work) => earlier.keyOf(work) !== undefined);
    if (attached.length > 0) {
      // They wait for a job of an earlier pass, which is looked at with the others.
      await claim(batch, attached, (work) => earlier.keyOf(work) ?? '');
      return { dueAt: Date.now() };
    }
    const ready = await prepare(works, making, refused);
    if (ready.length === 0) continue;
    const dueAt = await makeJob(ready, making);
    if (dueAt !== undefined) return { dueAt };
    made += 1;
  }
  return {};
}

/** Makes a job of as many of the rows as it takes. Answers when to go on, where that is not at once. */
async function makeJob(ready: readonly Ready[], making: Making): Promise<number | undefined> {
  const { event, requests, batch, pacer, store } = making;
  const { run } = event;
  const key = jobKey(run.evaluationId, run.attempt, event.batch.index, ready[0]?.work.place ?? 0);
  const items = ready.map(({ item }, index) => jobItem(item, requests.job.item, itemId(key, index)));
  const chunk = ready.slice(0, itemsOfCall(items, requests.bulk));
  batch.queue.giveBack(ready.slice(chunk.length).map(({ work }) => work));
  if (!(await turnOf(pacer))) return pacer.dueAt;
  const { itemIdField } = requests.bulk.responseMapping;
  await store.putItems(
    key,
    chunk.map(({ work, item }, index) =>
      itemOf(work, items[index]?.text ?? '', requests.job.item ? undefined : ownId(item, itemIdField)),
    ),
  );
  const works = chunk.map(({ work }) => work);
  const claims = await claim(batch, works, () => key, { bulk: 1 });
  // Another invocation works on the batch.
  if (!claims) return Date.now() + 1_000;
  await making.submit(key, claims);
  return undefined;
}

/** The rows' items; a row whose mapping fails is no part of the job. */
async function prepare(
  works: readonly Work[],
  { event, requests, batch }: Making,
  refused?: RollcallError,
): Promise<Ready[]> {
  const { run } = event;
  const ready: Ready[] = [];
  for (const work of works) {
    try {
      if (refused) throw refused;
      ready.push({
        work,
        item: await bulkItem({ run, row: withThreadFields(work.row, run.threadFields) }, requests.bulk),
      });
    } catch (thrown) {
      const error = thrown instanceof RollcallError ? thrown : callerFailed(thrown);
      const now = new Date().toISOString();
      await batch.settle(work, { status: 'failed', calls: 0, error, startedAt: now, finishedAt: now });
    }
  }
  return ready;
}

/** Writes down that these rows wait for a job: all of them at once, or none. */
async function claim(
  { commit }: OpenBatch,
  works: readonly Work[],
  keyOf: (work: Work) => string,
  made?: { readonly bulk: number },
): Promise<Claim[] | undefined> {
  const at = new Date().toISOString();
  const claims = works.map((work) => ({
    row: work.place,
    call: (work.retry?.calls ?? 0) + 1,
    writer: '',
    at,
    name: keyOf(work),
  }));
  const part = { claims: claims.map(({ row, call, name }) => [row, call, name] as const), ...(made && { made }) };
  return (await commit.add(part)) ? claims : undefined;
}

const ownId = ({ value, sampleId }: BulkItem, field: string | undefined): string | undefined =>
  field === undefined
    ? undefined
    : (idText(isObject(value) ? valueAt(value, parsePath(field)) : undefined) ?? sampleId);

async function turnOf(pacer: Pacer): Promise<boolean> {
  for (const end = Date.now() + TURN_MS; Date.now() < end; await sleep(10)) {
    if (!pacer.isReady(1, 1)) continue;
    await pacer.take().go();
    return true;
  }
  return false;
}
