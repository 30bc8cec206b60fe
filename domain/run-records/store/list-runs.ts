import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { passesFilter, type RunFilter } from '../run-filter.ts';
import { INDEX_SORT_KEY, type ListedRun, listedAt, listedRunSchema, partitionsFor } from '../run-listing.ts';
import type { RunRecord } from '../run-record.ts';
import type { RunMarks } from './run-marks.ts';

/** Index items that one page may read. */
export const MOST_READ = 500;

export interface RunsQuery {
  readonly tenant: string;
  readonly filter?: RunFilter;
  /** Runs on a page, at most. */
  readonly limit: number;
  /** `next` of the page before. */
  readonly before?: string;
}

export interface RunsPage {
  readonly runs: ListedRun[];
  /** Where the next page begins. A page may be short, or empty, although there is one. */
  readonly next?: string;
}

/** After every moment. */
const LATEST = '9';

/** A run that may be on the page, and where; without `run` it is not in the index yet. */
interface Found {
  readonly at: string;
  readonly id: string;
  readonly run?: ListedRun;
}

interface ListDeps {
  readonly documents: DynamoDBDocumentClient;
  readonly TableName: string;
  readonly marks: Pick<RunMarks, 'recent'>;
  /** The whole record with live counters. */
  find(evaluationId: string): Promise<RunRecord | undefined>;
}

/**
 * One page of a tenant's runs, newest first. Indexes lag behind the table, so a run that has not ended, or was started or
 * changed a moment ago, is read from the table itself.
 */
export async function listRuns({ tenant, filter = {}, limit, before }: RunsQuery, deps: ListDeps): Promise<RunsPage> {
  const { IndexName, partition, partitions } = partitionsFor(tenant, filter);
  const end = [before, filter.to && new Date(filter.to).toISOString()].filter((time) => time).sort()[0] ?? LATEST;
  // One run more than the page shows tells whether there is another page.
  const most = isSelective(filter) ? Math.floor(MOST_READ / partitions.length) : Math.min(limit + 1, MOST_READ);
  const [recent, ...reads] = await Promise.all([
    deps.marks.recent(tenant),
    ...partitions.map((value) => readPartition({ IndexName, partition, value, end, most }, deps)),
  ]);
  // Below this, a partition holds runs that were not read.
  const reached =
    reads
      .map(({ reachedTo }) => reachedTo)
      .sort()
      .at(-1) ?? '';
  const indexed = new Map(reads.flatMap(({ runs }) => runs).map((run) => [run.evaluation_id, run]));
  const started = recent.filter((one) => partitions.includes(one[partition] ?? '') && !indexed.has(one.run));
  const found: Found[] = [
    ...[...indexed.values()]
      .filter((run) => passesFilter(run, filter))
      .map((run) => ({ at: listedAt(run), id: run.evaluation_id, run })),
    ...started.map(({ run, listed_at: at = '' }) => ({ at, id: run })),
  ];
  const inReach = found.filter(({ at }) => at >= reached && at < end).sort((a, b) => (a.at < b.at ? 1 : -1));
  const page = inReach.slice(0, limit);
  const changed = new Set(recent.map(({ run }) => run));
  const current = await Promise.all(
    page.map(({ id, run }) => (run?.finished_at && !changed.has(id) ? run : deps.find(id))),
  );
  const next = inReach.length > limit ? page.at(-1)?.at : reached;
  const hasNext = next && (!filter.from || next >= new Date(filter.from).toISOString());
  return {
    runs: current.filter((run) => run !== undefined && passesFilter(run, filter)) as ListedRun[],
    ...(hasNext && { next }),
  };
}

/** Leaves out runs of the index's partition, besides those of a moment in time. */
const isSelective = ({ kinds, status, target, datasetId, experimentId, inExperiment, name, tag }: RunFilter): boolean =>
  Boolean(
    status ||
      datasetId ||
      inExperiment ||
      name ||
      tag ||
      (experimentId && target) ||
      ((experimentId || target) && kinds),
  );

interface PartitionRead {
  readonly IndexName: string;
  readonly partition: string;
  readonly value: string;
  readonly end: string;
  readonly most: number;
}

async function readPartition(
  { IndexName, partition, value, end, most }: PartitionRead,
  { documents, TableName }: ListDeps,
): Promise<{ runs: ListedRun[]; reachedTo: string }> {
  const { Items = [], LastEvaluatedKey: last } = await documents.send(
    new QueryCommand({
      TableName,
      IndexName,
      KeyConditionExpression: '#partition = :partition AND #at < :end',
      ExpressionAttributeNames: { '#partition': partition, '#at': INDEX_SORT_KEY },
      ExpressionAttributeValues: { ':partition': value, ':end': end },
      ScanIndexForward: false,
      Limit: most,
    }),
  );
  // A record written by another version is left out rather than hiding all the others.
  const runs = Items.flatMap((item) => listedRunSchema.safeParse(item).data ?? []);
  return { runs, reachedTo: last ? String(last[INDEX_SORT_KEY]) : '' };
}
