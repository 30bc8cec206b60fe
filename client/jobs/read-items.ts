import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { ItemsPage, ItemsQuery, JobItem } from '../../contracts/api/jobs.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { type ResultRow, resultRowSchema } from '../../contracts/result-row.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { isObject, parseJson } from '../../core/json.ts';
import type { Installation } from '../connect/installation.ts';
import { eachOf } from './each-of.ts';
import { readIndexes } from './item-lines.ts';
import { readJobRecord } from './read-job.ts';
import { type SettledItem, SettledItems } from './settled-items.ts';

const READ_AT_ONCE = 16;
/** Jobs whose items are remembered between requests: a page then costs little more than its own rows. */
const REMEMBERED = 8;

interface Known {
  readonly indexes: readonly number[];
  readonly settled: SettledItems;
}
const remembered = new Map<string, Known>();

/** A page of a job's items, in the order of the request. */
export async function readItems(
  tenant: string,
  jobId: string,
  { status, cursor, limit }: ItemsQuery,
  installation: Installation,
): Promise<ItemsPage> {
  const record = await readJobRecord(tenant, jobId, installation);
  const { indexes, settled } = await knownOf(record, installation);
  const { items } = settled;
  const after = cursor === undefined ? -1 : indexOf(cursor);
  const further = indexes.filter((index) => index > after);
  // Without a filter the page is known, and of a job that was not retried the first word on an item is the last.
  const isKnown = !status && record.attempt === 1;
  const wanted = further.slice(0, limit);
  await settled.refresh(() => isKnown && wanted.every((index) => items.has(index)));
  const matching = further.filter((index) => !status || statusOf(items.get(index)) === status);
  const page: JobItem[] = [];
  const shown = matching.slice(0, limit);
  await eachOf([...shown.entries()], READ_AT_ONCE, async ([place, index]) => {
    const item = items.get(index);
    page[place] = item
      ? settledItem(index, await readRow(item, installation))
      : { index, status: 'pending', attempts: 0 };
  });
  const last = shown.at(-1);
  return { items: page, ...(matching.length > limit && last !== undefined && { cursor: cursorOf(last) }) };
}

async function knownOf(record: RunRecord, { clients, outputs }: Installation): Promise<Known> {
  const { evaluation_id: evaluationId, items_key: key = '' } = record;
  const place = { s3: clients.s3, bucket: outputs.DataBucketName, evaluationId };
  const known = remembered.get(key) ?? {
    indexes: await readIndexes(clients.s3, outputs.DataBucketName, key),
    settled: new SettledItems(place),
  };
  // The one that was asked for last is forgotten last.
  remembered.delete(key);
  remembered.set(key, known);
  for (const oldest of [...remembered.keys()].slice(0, -REMEMBERED)) remembered.delete(oldest);
  return known;
}

const statusOf = (item: SettledItem | undefined): JobItem['status'] => item?.status ?? 'pending';

async function readRow({ key: Key, from, to }: SettledItem, { clients, outputs }: Installation): Promise<ResultRow> {
  const Range = `bytes=${from}-${to - 1}`;
  const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket: outputs.DataBucketName, Key, Range }));
  return resultRowSchema.loose().parse(JSON.parse((await Body?.transformToString()) ?? ''));
}

function settledItem(index: number, row: ResultRow): JobItem {
  const { status, attempts, latency_ms, cost_usd, started_at, finished_at } = row;
  return {
    index,
    status,
    ...(row.actual_output !== null && status === 'succeeded' && { output: outputOf(row.actual_output) }),
    ...(row.error_name && { error: errorOf(row) }),
    attempts,
    ...(latency_ms !== null && { latencyMs: latency_ms }),
    ...(cost_usd !== null && { costUsd: cost_usd }),
    ...(started_at && { startedAt: started_at }),
    ...(finished_at && { finishedAt: finished_at }),
  };
}

const errorOf = ({ error_name, error_message, error_class }: ResultRow) => ({
  name: error_name ?? '',
  message: error_message ?? '',
  ...(error_class && { class: error_class }),
});

/** Answers are kept as text; objects and lists are given back as what they are. */
function outputOf(text: string): unknown {
  const value = parseJson(text);
  return isObject(value) || Array.isArray(value) ? value : text;
}

const cursorOf = (index: number): string => Buffer.from(String(index)).toString('base64url');

function indexOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new RollcallError('InvalidControlRequest', 'cursor is none that a page of items was answered with.');
}
