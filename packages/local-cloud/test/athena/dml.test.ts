import { CreateTableCommand, DeleteTableCommand, GetTableCommand, UpdateTableCommand } from '@aws-sdk/client-glue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
});
afterAll(() => cloud.end());

async function createTable(): Promise<void> {
  await cloud.glue.send(
    new CreateTableCommand({
      DatabaseName: 'db',
      Name: 't',
      OpenTableFormatInput: {
        IcebergInput: {
          MetadataOperation: 'CREATE',
          Version: '2',
          CreateIcebergTableInput: {
            Location: 's3://data/warehouse/t',
            Schema: {
              Fields: [
                { Id: 1, Name: 'id', Type: 'string', Required: false },
                { Id: 2, Name: 'n', Type: 'long', Required: false },
                { Id: 3, Name: 'at', Type: 'timestamp', Required: false },
              ],
            },
          },
        },
      },
    }),
  );
}

beforeEach(async () => {
  await cloud.run('DROP TABLE IF EXISTS t');
  await createTable();
});

describe('INSERT', () => {
  it('adds rows, with NULL in the columns it does not name', async () => {
    const execution = await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1), ('b', NULL)");
    expect(execution.StatementType).toBe('DML');
    expect(await cloud.rows('SELECT * FROM t ORDER BY id')).toEqual([
      ['a', '1', null],
      ['b', null, null],
    ]);
  });

  it('adds the rows of a query', async () => {
    await cloud.run("INSERT INTO t SELECT 'x' || CAST(v AS varchar), v, NULL FROM UNNEST(sequence(1, 3)) AS u(v)");
    expect(await cloud.rows('SELECT id, n FROM t ORDER BY n')).toEqual([
      ['x1', '1'],
      ['x2', '2'],
      ['x3', '3'],
    ]);
  });

  it('refuses a value of another type, as Trino does', async () => {
    expect(await cloud.failure("INSERT INTO t (n) VALUES ('1')")).toBe(
      'TYPE_MISMATCH: line 1:1: Insert query has mismatched column types: Table: [bigint], Query: [varchar]',
    );
    expect(await cloud.failure('INSERT INTO t (id) VALUES (1)')).toContain('mismatched column types');
    expect(await cloud.failure("INSERT INTO t VALUES ('a', 1)")).toContain('mismatched column types');
    expect(await cloud.failure('INSERT INTO t (nope) VALUES (1)')).toContain('Insert column name does not exist');
  });

  it('takes execution parameters in their order', async () => {
    await cloud.run('INSERT INTO t (id, n) VALUES (?, ?)', { ExecutionParameters: ["'it''s'", '7'] });
    expect(await cloud.rows('SELECT id FROM t WHERE n = ?', { ExecutionParameters: ['7'] })).toEqual([["it's"]]);
    const given = { ExecutionParameters: ['1 + 1', 'abc', "it's", '123e4567-e89b', "DATE '2026-11-16'"] };
    expect(await cloud.rows('SELECT ?, ?, ?, ?, ?', given)).toEqual([
      ['2', 'abc', "it's", '123e4567-e89b', '2026-11-16'],
    ]);
    expect(await cloud.rows('SELECT 1', { ExecutionParameters: ['2'] })).toEqual([['1']]);
    expect(await cloud.failure('SELECT ?', {})).toContain('Incorrect number of parameters: expected 1 but found 0');
  });
});

describe('UPDATE and DELETE', () => {
  it('change the rows that match', async () => {
    await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1), ('b', 2), ('c', 3)");
    await cloud.run("UPDATE t SET n = n * 10, at = TIMESTAMP '2026-11-16 00:00:00' WHERE id <> 'a'");
    await cloud.run("DELETE FROM t WHERE id = 'c'");
    expect(await cloud.rows('SELECT * FROM t ORDER BY id')).toEqual([
      ['a', '1', null],
      ['b', '20', '2026-11-16 00:00:00.000'],
    ]);
  });

  it('bind parameters in the order of the text', async () => {
    await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1), ('b', 2)");
    await cloud.run('UPDATE t SET n = ? WHERE id = ?', { ExecutionParameters: ['5', "'b'"] });
    expect(await cloud.rows('SELECT n FROM t ORDER BY id')).toEqual([['1'], ['5']]);
  });
});

describe('MERGE', () => {
  const merge = (source: string) => `MERGE INTO t d USING (${source}) s ON d.id = s.id
    WHEN MATCHED AND s.n > d.n THEN UPDATE SET n = s.n
    WHEN NOT MATCHED THEN INSERT (id, n) VALUES (s.id, s.n)`;

  it('updates what matches, inserts what does not, and changes nothing the second time', async () => {
    await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1), ('b', 9)");
    const source = "SELECT * FROM (VALUES ('a', 2), ('b', 3), ('c', 4)) v(id, n)";
    const expected = [
      ['a', '2'],
      ['b', '9'],
      ['c', '4'],
    ];
    await cloud.run(merge(source));
    expect(await cloud.rows('SELECT id, n FROM t ORDER BY id')).toEqual(expected);
    await cloud.run(merge(source));
    expect(await cloud.rows('SELECT id, n FROM t ORDER BY id')).toEqual(expected);
  });

  it('refuses two source rows for one target row, and then changes nothing', async () => {
    await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1)");
    expect(await cloud.failure(merge("SELECT * FROM (VALUES ('a', 2), ('a', 3), ('z', 1)) v(id, n)"))).toContain(
      'One MERGE target table row matched more than one source row',
    );
    expect(await cloud.rows('SELECT id, n FROM t')).toEqual([['a', '1']]);
  });

  it('deletes', async () => {
    await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1), ('b', 2)");
    await cloud.run("MERGE INTO t USING (VALUES 'a') s(id) ON t.id = s.id WHEN MATCHED THEN DELETE");
    expect(await cloud.rows('SELECT id FROM t')).toEqual([['b']]);
  });

  it('looks equal rows up although its condition says more than that they are equal', async () => {
    const numbered = (prefix: string) =>
      `SELECT '${prefix}' || CAST(a.v * 200 + b.v AS varchar) AS id, b.v AS n
       FROM UNNEST(sequence(1, 200)) AS a(v) CROSS JOIN UNNEST(sequence(1, 200)) AS b(v)`;
    const took = async (prefix: string, condition: string): Promise<number> => {
      const began = performance.now();
      await cloud.run(
        `MERGE INTO t d USING (${numbered(prefix)}) s ON d.id = s.id${condition} WHEN NOT MATCHED THEN INSERT (id, n) VALUES (s.id, s.n)`,
      );
      return performance.now() - began;
    };
    await took('a', '');
    const plain = await took('b', '');
    // Each of 40,000 rows compared with each of 80,000 would take a hundred times as long.
    expect(await took('c', ' AND (d.n = s.n OR s.n < 0)')).toBeLessThan(20 * plain);
    expect(await cloud.rows('SELECT count(*) FROM t')).toEqual([['120000']]);
  });

  it('refuses a value of another type', async () => {
    const sql =
      "MERGE INTO t d USING (SELECT 'a' AS id) s ON d.id = s.id WHEN NOT MATCHED THEN INSERT (n) VALUES (s.id)";
    expect(await cloud.failure(sql)).toContain("MERGE table column types don't match");
  });
});

it('lets queries that write the same rows at once lose with ICEBERG_COMMIT_ERROR, never half', async () => {
  await cloud.run('INSERT INTO t (id, n) SELECT CAST(v AS varchar), 0 FROM UNNEST(sequence(1, 2000)) AS u(v)');
  const ids = await Promise.all([1, 2, 3, 4].map((n) => cloud.start(`UPDATE t SET n = n + ${n}`)));
  const ends = await Promise.all(ids.map((id) => cloud.finished(id)));
  const reasons = ends.filter((end) => end.Status?.State === 'FAILED').map((end) => end.Status?.StateChangeReason);
  for (const reason of reasons) expect(reason).toContain('ICEBERG_COMMIT_ERROR');
  expect(await cloud.rows('SELECT count(DISTINCT n) FROM t')).toEqual([['1']]);
});

it('shows a column added in Glue as NULL in the rows that were there', async () => {
  await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1)");
  const { Table } = await cloud.glue.send(new GetTableCommand({ DatabaseName: 'db', Name: 't' }));
  const { Name, Parameters, StorageDescriptor, TableType } = Table ?? {};
  const Columns = [...(StorageDescriptor?.Columns ?? []), { Name: 'extra', Type: 'double' }];
  await cloud.glue.send(
    new UpdateTableCommand({
      DatabaseName: 'db',
      TableInput: { Name, Parameters, TableType, StorageDescriptor: { ...StorageDescriptor, Columns } },
    }),
  );
  await cloud.run("INSERT INTO t (id, extra) VALUES ('b', 1.5)");
  await cloud.run('ALTER TABLE t ADD COLUMNS (more array<string>)');
  expect(await cloud.rows('SELECT id, extra, more FROM t ORDER BY id')).toEqual([
    ['a', null, null],
    ['b', '1.5', null],
  ]);
});

it('starts empty when a table is made again under the same name', async () => {
  await cloud.run("INSERT INTO t (id) VALUES ('a')");
  await cloud.glue.send(new DeleteTableCommand({ DatabaseName: 'db', Name: 't' }));
  expect(await cloud.failure('SELECT * FROM t')).toBe(
    "TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.db.t' does not exist",
  );
  await createTable();
  expect(await cloud.rows('SELECT * FROM t')).toEqual([]);
});

it('changes rows of Iceberg tables only', async () => {
  await cloud.run(
    "CREATE EXTERNAL TABLE IF NOT EXISTS ext (id string) ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://data/ext/'",
  );
  expect(await cloud.failure("UPDATE ext SET id = 'x'")).toContain('NOT_SUPPORTED');
  expect(await cloud.failure('DELETE FROM ext')).toContain('NOT_SUPPORTED');
});

it('keeps tables, results and queries over a restart', async () => {
  await cloud.run("INSERT INTO t (id, n) VALUES ('a', 1)");
  const before = await cloud.run('SELECT id FROM t');
  await cloud.close();
  await cloud.open();
  expect(await cloud.rows('SELECT id, n FROM t')).toEqual([['a', '1']]);
  const after = await cloud.finished(before.QueryExecutionId ?? '');
  expect(after.Status?.State).toBe('SUCCEEDED');
});
