import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { makeCursor } from '../../../core/cursor.ts';
import type { ApiDependencies } from '../../../functions/api/dependencies.ts';
import { runRowRoutes } from '../../../functions/api/routes/run-rows.ts';

const TEXT = '"\u0001日本'.repeat(125);
const row = (rowIndex: number, latencyMs: number | null) =>
  ({ rowIndex, trial: 0, variant: '', latencyMs, input: TEXT, status: 'succeeded' }) as IndexRow;

describe('the rows of a run that goes on', () => {
  /** Reads all pages; between two of them rows settle that are slower, faster and without a time. */
  async function paged(sort: string, rows: IndexRow[], isDone: (page: number) => boolean) {
    const dependencies = {
      rows: { list: async () => rows },
      installation: { runs: { observe: async () => ({ record: { config: '{}' } }) } },
    } as unknown as ApiDependencies;
    const list = runRowRoutes[0]?.handler as unknown as (request: object, deps: ApiDependencies) => Promise<Page>;
    const ask = (cursor?: string) =>
      list({ caller: { tenant: 't' }, params: { id: 'run' }, query: { sort, limit: 3, cursor } }, dependencies);
    const seen: number[] = [];
    let page = await ask();
    for (let nth = 1; ; nth++) {
      seen.push(...page.rows.map(({ rowIndex }) => rowIndex));
      if (page.cursor === undefined) return { seen, ask };
      expect(page.cursor.length).toBeLessThan(4096);
      const next = rows.length;
      if (!isDone(nth)) rows.push(row(next, 10_000 + nth), row(next + 1, nth), row(next + 2, null));
      page = await ask(page.cursor);
    }
  }
  interface Page {
    readonly rows: IndexRow[];
    readonly cursor?: string;
  }
  const tenRows = () => Array.from({ length: 10 }, (_, n) => row(n, n % 4 === 3 ? null : 1_000 * (n % 5)));

  it.each(['-latency', 'latency', 'input', '-row'])('sorted by %s come once each', async (sort) => {
    const { seen } = await paged(sort, tenRows(), (page) => page > 3);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((index) => index < 10)).toHaveLength(10);
  });

  it('are not read from a cursor that somebody made', async () => {
    const { ask } = await paged('row', tenRows(), () => true);
    for (const place of ['', '[]', '["a"]', '{}', 3]) {
      const cursor = makeCursor(['rows', 'run', { sort: 'row' }], place);
      await expect(ask(cursor)).rejects.toMatchObject({ code: 'InvalidRequest' });
    }
  });
});
