import { BatchWriteCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ownId } from '../../../contracts/tenant.ts';
import { indexKeysOf } from '../../../domain/run-records/run-listing.ts';
import { NOTHING_COUNTED, type RunRecord } from '../../../domain/run-records/run-record.ts';
import { MOST_READ, type RunsPage, type RunsQuery } from '../../../domain/run-records/store/list-runs.ts';
import { createRunRecordStore, type RunRecordStore } from '../../../domain/run-records/store/run-record-store.ts';
import { startCallerCloud } from '../../functions/caller-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';

const { documents, tables } = await startCallerCloud();
const runs = createRunRecordStore(documents, tables);

/** Each test has a tenant of its own. */
let tenants = 0;
const newTenant = (): string => `tenant-${++tenants}`;

const minute = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
const over = (n: number): Partial<RunRecord> => ({
  status: 'completed',
  started_at: minute(n),
  finished_at: minute(n),
});

async function create(tenant: string, id: string, fields: Partial<RunRecord> = {}): Promise<RunRecord> {
  const record = runRecordOf({ evaluation_id: ownId(tenant, id), ...fields });
  expect(await runs.create(record)).toBe(true);
  return record;
}

/** Records that nothing but the indexes knows of. */
async function createLongAgo(records: readonly RunRecord[]): Promise<void> {
  for (let n = 0; n < records.length; n += 25) {
    const items = records.slice(n, n + 25).map((record) => ({ ...record, ...indexKeysOf(record) }));
    const puts = items.map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tables.runs]: puts } }));
  }
}

const idsOf = (page: RunsPage): string[] => page.runs.map(({ evaluation_id }) => evaluation_id.split('..')[1] ?? '');

async function pagesOf(query: RunsQuery, store: RunRecordStore = runs): Promise<string[][]> {
  const pages: string[][] = [];
  for (let before: string | undefined; ; ) {
    const page = await store.list({ ...query, before });
    pages.push(idsOf(page));
    if (!page.next) return pages;
    before = page.next;
  }
}

/** A client that sees what it sends, and may answer in the place of an index. */
function watching(onIndex: (items: Record<string, unknown>[]) => Record<string, unknown>[] = (items) => items) {
  const queries: { IndexName?: string; read: number; consistent: boolean }[] = [];
  const client = new Proxy(documents, {
    get(target, name) {
      if (name !== 'send') return Reflect.get(target, name);
      return async (command: QueryCommand) => {
        const answer = await target.send(command);
        if (!(command instanceof QueryCommand)) return answer;
        const { IndexName, ConsistentRead = false } = command.input;
        queries.push({ IndexName, read: answer.ScannedCount ?? 0, consistent: ConsistentRead });
        return IndexName ? { ...answer, Items: onIndex(answer.Items ?? []) } : answer;
      };
    },
  }) as DynamoDBDocumentClient;
  return { store: createRunRecordStore(client, tables), queries };
}

describe('a list of runs', () => {
  it('shows a tenant’s evaluations, batch jobs and estimates, newest first, and not the runs that ask judges', async () => {
    const tenant = newTenant();
    for (const [n, kind] of (['evaluation', 'batch', 'judge', 'estimate'] as const).entries()) {
      await create(tenant, kind, { kind, ...over(n) });
    }
    await create(newTenant(), 'foreign', over(9));
    expect(idsOf(await runs.list({ tenant, limit: 10 }))).toEqual(['estimate', 'batch', 'evaluation']);
    expect(idsOf(await runs.list({ tenant, limit: 10, filter: { kinds: ['batch'] } }))).toEqual(['batch']);
    expect(idsOf(await runs.list({ tenant: 'nobody', limit: 10 }))).toEqual([]);
  });

  it('gives every run once over its pages, and a cursor only where more runs follow', async () => {
    const tenant = newTenant();
    const kinds = ['evaluation', 'batch', 'evaluation', 'estimate', 'batch', 'evaluation'] as const;
    for (const [n, kind] of kinds.entries()) await create(tenant, `r${n}`, { kind, ...over(Math.floor(n / 2)) });
    const order = ['r5', 'r4', 'r3', 'r2', 'r1', 'r0'];
    for (const limit of [1, 2, 4, 5]) {
      const pages = await pagesOf({ tenant, limit });
      expect(pages.flat()).toEqual(order);
      expect(pages.map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(6 / limit) }, (_, page) => Math.min(limit, 6 - page * limit)),
      );
    }
    expect(await pagesOf({ tenant, limit: 6 })).toEqual([order]);
  });

  it('holds neither configuration nor summary of a run that is over, and live counters of one in progress', async () => {
    const tenant = newTenant();
    const text = { config: '{"large":true}', summary: '{"large":true}' };
    const ended = { ...over(1), ...text, figures: { passRate: 0.5 } };
    await createLongAgo([runRecordOf({ evaluation_id: ownId(tenant, 'over'), ...ended })]);
    await create(tenant, 'open', { started_at: minute(2), before: { ...NOTHING_COUNTED, succeeded: 3 } });
    const { runs: listed } = await runs.list({ tenant, limit: 10 });
    expect(listed).toMatchObject([{ succeeded: 3 }, { figures: { passRate: 0.5 }, finished_at: minute(1) }]);
    expect(Object.keys(listed[1] ?? {})).not.toEqual(expect.arrayContaining(['config']));
    expect(Object.keys(listed[1] ?? {})).not.toEqual(expect.arrayContaining(['summary']));
  });

  it('filters by time, target and experiment without reading other runs', async () => {
    const tenant = newTenant();
    for (let n = 0; n < 20; n++) {
      const of = n % 10 === 0 ? { target_name: 'rare', experiment_id: `e${n}` } : {};
      await create(tenant, `r${n}`, { ...over(n), ...of });
    }
    const { store, queries } = watching();
    const list = async (filter: RunsQuery['filter']) => idsOf(await store.list({ tenant, limit: 10, filter }));
    expect(await list({ kinds: ['evaluation'], from: minute(16), to: minute(18) })).toEqual(['r17', 'r16']);
    expect(await list({ target: 'rare' })).toEqual(['r10', 'r0']);
    expect(await list({ experimentId: 'e10' })).toEqual(['r10']);
    const indexed = queries.filter(({ IndexName }) => IndexName);
    expect(indexed.map(({ IndexName, read }) => [IndexName, read])).toEqual([
      ['by-kind', 11],
      ['by-target', 2],
      ['by-experiment', 1],
    ]);
    expect(await pagesOf({ tenant, limit: 3, filter: { from: '2026-01-01T00:17:00Z' } })).toEqual([
      ['r19', 'r18', 'r17'],
    ]);
  });

  it('reads at most 500 runs for another filter, and goes on from there although the page is empty', async () => {
    const tenant = newTenant();
    const records = Array.from({ length: 2 * MOST_READ + 100 }, (_, n) =>
      runRecordOf({ evaluation_id: ownId(tenant, `r${n}`), ...over(n), ...(n === 7 && { tags: ['old'] }) }),
    );
    await createLongAgo(records);
    const { store, queries } = watching();
    const filter = { kinds: ['evaluation'] as const, tag: 'old' };
    expect(await pagesOf({ tenant, limit: 10, filter }, store)).toEqual([[], [], ['r7']]);
    const read = queries.filter(({ IndexName }) => IndexName).map((query) => query.read);
    expect(read).toEqual([MOST_READ, MOST_READ, 100]);
    expect((await pagesOf({ tenant, limit: 10, filter: { tag: 'old' } })).flat()).toEqual(['r7']);
  });
});

describe('while an index lags behind the table', () => {
  it('a run that was just started is listed at once, in its place, and once', async () => {
    const tenant = newTenant();
    await create(tenant, 'old', over(1));
    const started = await create(tenant, 'started', { target_name: 'mine' });
    const { store } = watching((items) => items.filter(({ evaluation_id }) => evaluation_id !== started.evaluation_id));
    expect(await pagesOf({ tenant, limit: 1 }, store)).toEqual([['started'], ['old']]);
    expect(idsOf(await store.list({ tenant, limit: 5, filter: { target: 'mine' } }))).toEqual(['started']);
    expect(idsOf(await store.list({ tenant, limit: 5, filter: { target: 't' } }))).toEqual(['old']);
    expect(idsOf(await store.list({ tenant, limit: 5, filter: { status: 'completed' } }))).toEqual(['old']);
    expect(idsOf(await runs.list({ tenant, limit: 5 }))).toEqual(['started', 'old']);
  });

  it('a run that was just labelled or deleted is listed as it is now', async () => {
    const tenant = newTenant();
    await create(tenant, 'named', over(1));
    const deleted = await create(tenant, 'deleted', over(2));
    const stale = new Map((await runs.list({ tenant, limit: 5 })).runs.map((run) => [run.evaluation_id, run]));
    const { store } = watching(() => [...stale.values()]);
    await runs.label(ownId(tenant, 'named'), { name: 'New name' });
    await runs.update(deleted, { deleted_at: minute(9) });
    expect((await store.list({ tenant, limit: 5 })).runs).toMatchObject([{ name: 'New name' }]);
  });

  it('a dataset is known to be in use: its uses are read consistently, and no index', async () => {
    const dataset_id = 'in-use';
    const going = await create(newTenant(), 'going', { dataset_id });
    const ended = await create(newTenant(), 'ended', { dataset_id });
    await create(newTenant(), 'elsewhere');
    const { store, queries } = watching();
    expect(await store.activeOver(dataset_id)).toEqual([ended, going].map(({ evaluation_id }) => evaluation_id).sort());
    await runs.update(ended, { status: 'completed', finished_at: minute(1) });
    expect(await store.activeOver(dataset_id)).toEqual([going.evaluation_id]);
    // A retry of it needs the rows again.
    const again = await runs.read(ended.evaluation_id);
    await runs.replace(again, { ...again, status: 'running', finished_at: undefined });
    expect(await store.activeOver(dataset_id)).toHaveLength(2);
    expect(await store.activeOver('unused')).toEqual([]);
    expect(queries.every(({ IndexName, consistent }) => !IndexName && consistent)).toBe(true);
  });
});
