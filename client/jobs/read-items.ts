import type { ItemsPage, ItemsQuery, JobItem } from '../../contracts/api/jobs.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { ResultRow, RowStatus } from '../../contracts/result-row.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { JustRead, type RowPlace, readRows, SettledRows } from '../../domain/run-log/store/settled-rows.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Installation } from '../connect/installation.ts';
import { readIndexes } from './item-lines.ts';
import { readJobRecord } from './read-job.ts';

/** Of whole rows on a page: an answer of the API takes a few megabytes. */
const MOST_PAGE_BYTES = 4 * 1024 * 1024;
/** Jobs whose items are remembered between requests: a page then costs little more than its own rows. */
const REMEMBERED = 8;

/** What came of an item, and where its whole row lies. */
interface Settled {
  readonly status: RowStatus;
  readonly place: RowPlace;
}

interface Known {
  readonly indexes: readonly number[];
  readonly settled: SettledRows<Settled>;
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
  // An item is known by its index.
  const itemOf = (index: number) => settled.rows.of(String(index))[0];
  const after = cursor === undefined ? -1 : indexOf(cursor);
  const further = indexes.filter((index) => index > after);
  // Without a filter the page is known, and of a job that was not retried the first word on an item is the last.
  const isKnown = !status && record.attempt === 1;
  const wanted = further.slice(0, limit);
  const justRead = new JustRead();
  await settled.refresh(() => isKnown && wanted.every((index) => itemOf(index) !== undefined), justRead);
  const matching = further.filter((index) => !status || (itemOf(index)?.status ?? 'pending') === status);
  const shown = ofOnePage(matching.slice(0, limit), (index) => itemOf(index)?.place);
  const { clients, outputs } = installation;
  const places = shown.flatMap((index) => itemOf(index)?.place ?? []);
  const read = await readRows(places, { s3: clients.s3, bucket: outputs.DataBucketName }, justRead);
  const rows = new Map(read.map((row) => [row.row_index, row]));
  const page = shown.map((index): JobItem => {
    const row = rows.get(index);
    return row ? settledItem(index, row) : { index, status: 'pending', attempts: 0 };
  });
  const last = shown.at(-1);
  return { items: page, ...(matching.length > shown.length && last !== undefined && { cursor: cursorOf(last) }) };
}

/** As many as a page has room for, and one at least. */
function ofOnePage(indexes: readonly number[], placeOf: (index: number) => RowPlace | undefined): readonly number[] {
  let bytes = 0;
  const over = indexes.findIndex((index, at) => {
    const { from = 0, to = 0 } = placeOf(index) ?? {};
    bytes += to - from;
    return at > 0 && bytes > MOST_PAGE_BYTES;
  });
  return over < 0 ? indexes : indexes.slice(0, over);
}

async function knownOf(record: RunRecord, { clients, outputs }: Installation): Promise<Known> {
  const { evaluation_id: evaluationId, items_key: key = '' } = record;
  const place = { s3: clients.s3, bucket: outputs.DataBucketName, evaluationId };
  const known = remembered.get(key) ?? {
    indexes: await readIndexes(clients.s3, outputs.DataBucketName, key),
    settled: new SettledRows(place, ({ status }, place) => ({ status, place })),
  };
  // The one that was asked for last is forgotten last.
  remembered.delete(key);
  remembered.set(key, known);
  for (const oldest of [...remembered.keys()].slice(0, -REMEMBERED)) remembered.delete(oldest);
  return known;
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
