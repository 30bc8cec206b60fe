import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalCloud } from 'local-cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

describe('an installation whose next version has more columns', () => {
  let root: string;
  let rollcall: RollcallCloud;

  /** Today's assembly, with columns that only a coming version has. */
  async function withColumns(...more: Column[]): Promise<string> {
    const [product = ''] = await testAssemblies();
    const copy = await mkdtemp(join(root, 'assembly-'));
    await cp(product, copy, { recursive: true });
    const path = join(copy, 'RollcallOrchestration.template.json');
    const template = JSON.parse(await readFile(path, 'utf8')) as {
      Resources: Record<string, { Type: string; Properties: { columns: Column[] } }>;
    };
    const added = Object.values(template.Resources).find(({ Type }) => Type === 'Custom::AddedColumns');
    added?.Properties.columns.push(...more);
    await writeFile(path, JSON.stringify(template));
    return copy;
  }

  async function reopen(...columns: Column[]): Promise<void> {
    await rollcall.cloud.close();
    rollcall = await RollcallCloud.open(rollcall.dataDir, [await withColumns(...columns)]);
  }

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'rollcall-upgrade-'));
    rollcall = await RollcallCloud.start();
    await rollcall.insertDataset('d', ['a question'], ['an answer']);
    await rollcall.query(
      `INSERT INTO s3_evaluation_db.evaluation_results_evaluations (evaluation_id, sample_id, row_index, status, finished_at) VALUES ('old', 's0', 0, 'succeeded', TIMESTAMP '2026-11-17 01:02:03')`,
    );
  });
  afterAll(async () => {
    await rollcall?.close();
    await rm(root, { recursive: true, force: true });
  });

  it('gets these columns, keeps its rows, and can be brought up to date again', async () => {
    const later = { table: 'evaluation_results_evaluations', name: 'later_count', type: 'long' };
    const latest = { table: 'evaluation_results_evaluations', name: 'latest_note', type: 'string' };
    const inDatasets = { table: 'evaluation_datasets', name: 'later_flag', type: 'boolean' };
    await reopen(later);
    expect(
      await rollcall.results('old', 'sample_id, status, CAST(finished_at AS date) AS finished_on, later_count'),
    ).toEqual([{ sample_id: 's0', status: 'succeeded', finished_on: '2026-11-17', later_count: null }]);
    // The next version has more of them; the first is there already.
    await reopen(inDatasets, later, latest);
    await rollcall.query(
      `INSERT INTO s3_evaluation_db.evaluation_results_evaluations (evaluation_id, sample_id, row_index, later_count, latest_note) VALUES ('new', 's0', 0, 9007199254740993, 'x')`,
    );
    expect(await rollcall.results('new', 'later_count, latest_note')).toEqual([
      { later_count: '9007199254740993', latest_note: 'x' },
    ]);
    const names = Object.keys((await rollcall.results('old'))[0] ?? {});
    expect(names.slice(-2)).toEqual(['later_count', 'latest_note']);
    expect(await rollcall.query('SELECT expected, later_flag FROM s3_evaluation_db.evaluation_datasets')).toEqual([
      { expected: 'an answer', later_flag: null },
    ]);
  });
});

describe('a deployment whose tables are under Lake Formation', () => {
  it('is refused with what to do, before anything that would need them', async () => {
    const root = await mkdtemp(join(tmpdir(), 'rollcall-lake-formation-'));
    try {
      const [product = ''] = await testAssemblies();
      await cp(product, join(root, 'assembly'), { recursive: true });
      const path = join(root, 'assembly', 'RollcallStorage.template.json');
      const template = JSON.parse(await readFile(path, 'utf8')) as {
        Resources: Record<string, { Type: string; Properties: { DatabaseInput: object } }>;
      };
      const database = Object.values(template.Resources).find(({ Type }) => Type === 'AWS::Glue::Database');
      Object.assign(database?.Properties.DatabaseInput ?? {}, { CreateTableDefaultPermissions: [] });
      await writeFile(path, JSON.stringify(template));
      const data = join(root, 'data');
      await expect(createLocalCloud({ data, assemblies: [join(root, 'assembly')] })).rejects.toThrow(
        /The tables cannot be queried.*Insufficient Lake Formation permission.*access control by IAM.*docs\/deploy\.md/s,
      );
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
