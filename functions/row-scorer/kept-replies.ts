import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import type { AskingEvaluator } from '../../contracts/asking-evaluators.ts';
import { repliesKey, repliesPrefix } from '../../contracts/storage-keys.ts';
import { eachOf } from '../../core/each-of.ts';
import { parseJson } from '../../core/json.ts';
import { type Reply, scoreOf } from '../../core/scoring/asked-score.ts';
import { replyOf } from '../../core/scoring/reply-of.ts';
import { readSettledRows } from '../../domain/run-log/store/settled-rows.ts';
import { runRecordSchema } from '../../domain/run-records/run-record.ts';
import { listParts } from '../shared/part-source.ts';
import type { ScorerDependencies } from './dependencies.ts';

/**
 * What an asker was told, kept by content: an object for each run in which it was asked. Until the run is over the object
 * only says that there is one, and its replies are those in the run's logs: what was paid for is there whenever the run,
 * or the cloud, was cut off.
 */

const OPEN = 'open\n';
const AT_ONCE = 16;
const keptSchema = z.object({ id: z.string(), text: z.string(), costUsd: z.number().optional() });
const endSchema = runRecordSchema.pick({ finished_at: true });

/** Who was asked, and by which evaluator. */
interface Who {
  readonly id: string;
  readonly evaluator: AskingEvaluator;
}

export async function noteOpen({ id }: Who, runId: string, deps: ScorerDependencies): Promise<void> {
  await put(repliesKey(id, runId), OPEN, deps);
}

/** The run does not begin to ask. */
export async function withdraw({ id }: Pick<Who, 'id'>, runId: string, deps: ScorerDependencies): Promise<void> {
  await put(repliesKey(id, runId), '', deps);
}

/** Runs in which it is asked, or about to be, as far as nobody has found them ended. */
export async function listOpen({ id }: Pick<Who, 'id'>, deps: ScorerDependencies): Promise<string[]> {
  const prefix = repliesPrefix(id);
  const parts = await listParts(deps.s3, deps.bucket, prefix);
  return parts.filter(({ size }) => size === OPEN.length).map(({ key }) => runOf(prefix, key));
}

const runOf = (prefix: string, key: string): string => key.slice(prefix.length).replace(/\.jsonl$/, '');

/** @param ownRuns runs whose cost is to be told with the replies; others have paid for theirs */
export async function readReplies(
  who: Who,
  ownRuns: readonly string[],
  deps: ScorerDependencies,
): Promise<Map<string, Reply>> {
  const replies = new Map<string, Reply>();
  const prefix = repliesPrefix(who.id);
  await eachOf(await listParts(deps.s3, deps.bucket, prefix), AT_ONCE, async ({ key }) => {
    const runId = runOf(prefix, key);
    for (const { id, text, costUsd } of await repliesOf(who, runId, deps)) {
      replies.set(id, { text, ...(ownRuns.includes(runId) && { costUsd }) });
    }
  });
  return replies;
}

async function repliesOf(who: Who, runId: string, deps: ScorerDependencies): Promise<z.output<typeof keptSchema>[]> {
  const { s3, bucket: Bucket } = deps;
  const Key = repliesKey(who.id, runId);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const text = (await Body?.transformToString()) ?? '';
  if (text !== OPEN) return text.split('\n').flatMap((line) => keptSchema.safeParse(parseJson(line)).data ?? []);
  const rows = await readSettledRows({ s3, bucket: Bucket, evaluationId: runId });
  const said = [...rows].flatMap((row) => {
    const reply = replyOf(who, row);
    // What says nothing is asked again another time.
    return 'text' in reply && !('error' in scoreOf(who.evaluator, {}, reply)) ? [{ id: row.sample_id, ...reply }] : [];
  });
  const end = await deps.runs.findPart(runId, endSchema);
  if (end?.finished_at) await put(Key, said.map((line) => `${JSON.stringify(line)}\n`).join(''), deps);
  return said;
}

async function put(Key: string, Body: string, { s3, bucket: Bucket }: ScorerDependencies): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/x-ndjson' }));
}
