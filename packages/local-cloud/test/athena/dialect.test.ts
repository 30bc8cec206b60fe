import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
  await cloud.run(
    "CREATE TABLE t (id string, n bigint) LOCATION 's3://data/warehouse/t' TBLPROPERTIES ('table_type' = 'ICEBERG')",
  );
});
afterAll(() => cloud.end());

describe('SQL that only DuckDB knows is refused at StartQueryExecution', () => {
  it.each([
    'SELECT n::varchar FROM t',
    'SELECT * EXCLUDE (n) FROM t',
    'SELECT n FROM t QUALIFY row_number() OVER () = 1',
    'FROM t SELECT n',
    'FROM t',
    'SELECT [1, 2]',
    "SELECT {'a': 1}",
    "SELECT * FROM 'file.json'",
    "SELECT * FROM read_csv('x')",
    'SELECT n FROM t GROUP BY ALL',
    'SELECT DISTINCT ON (n) n FROM t',
    'SELECT 7 // 2',
    "SELECT id ILIKE 'x' FROM t",
    'SELECT n, FROM t',
    'INSERT OR REPLACE INTO t VALUES (1)',
    'INSERT INTO t BY NAME SELECT 1 AS n',
    'UPDATE t SET n = 1 FROM u',
    'PRAGMA version',
    "COPY t TO 'x'",
    "ATTACH 'x'",
    'SELECT n FROM t LIMIT 5 OFFSET 2',
    'SELECT `n` FROM t',
    'SELECT 1; SELECT 2',
    'SELEC 1',
    'MERGE INTO t USING u',
    "UNLOAD (SELECT n::varchar FROM t) TO 's3://data/u/' WITH (format = 'JSON')",
    "UNLOAD (SELECT 1 TO 's3://data/u/' WITH (format = 'JSON')",
  ])('%s', async (sql) => {
    await expect(cloud.start(sql)).rejects.toMatchObject({
      name: 'InvalidRequestException',
      AthenaErrorCode: 'MALFORMED_QUERY',
      message: expect.stringMatching(/^line \d+:\d+: /),
    });
  });
});

it('refuses a statement too deep to parse, and stays quick', async () => {
  await expect(cloud.start(`SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).rejects.toThrow(
    'statement is too large',
  );
});

describe('SQL that parses but means nothing FAILS', () => {
  it.each([
    ['SELECT nope(1)', "FUNCTION_NOT_FOUND: line 1:8: Function 'nope' not registered"],
    ["SELECT read_text('/etc/passwd')", "FUNCTION_NOT_FOUND: line 1:8: Function 'read_text' not registered"],
    ['SELECT list_transform(ARRAY[1], x -> x)', 'FUNCTION_NOT_FOUND'],
    ['SELECT * FROM missing', "TABLE_NOT_FOUND: line 1:15: Table 'awsdatacatalog.db.missing' does not exist"],
    ['SELECT * FROM other.t', "SCHEMA_NOT_FOUND: line 1:15: Schema 'other' does not exist"],
    ['SELECT * FROM c.db.t', "CATALOG_NOT_FOUND: line 1:15: Catalog 'c' does not exist"],
    ['SELECT * FROM "/etc/passwd"', 'TABLE_NOT_FOUND'],
    ['SELECT nope FROM t', "COLUMN_NOT_FOUND: line 1:8: Column 'nope' cannot be resolved"],
    ['SELECT x.n FROM t', "COLUMN_NOT_FOUND: line 1:8: Column 'x.n' cannot be resolved"],
    ['SELECT rowid FROM t', "COLUMN_NOT_FOUND: line 1:8: Column 'rowid' cannot be resolved"],
    ['SELECT 1 / 0', 'DIVISION_BY_ZERO: Division by zero'],
    ["SELECT CAST('x' AS bigint)", "INVALID_CAST_ARGUMENT: Cannot cast 'x' to bigint"],
    ["SELECT CAST('1.5' AS integer)", "INVALID_CAST_ARGUMENT: Cannot cast '1.5' to integer"],
    ["SELECT json_parse('{')", 'INVALID_FUNCTION_ARGUMENT: Cannot convert value to JSON'],
    ["SELECT CAST(json_parse('{') AS array(bigint))", 'INVALID_FUNCTION_ARGUMENT: Cannot convert value to JSON'],
    ["SELECT md5('x')", 'Unexpected parameters (varchar) for function md5'],
    ['SELECT id, count(*) FROM t', 'EXPRESSION_NOT_AGGREGATE'],
    ["SELECT e'x'", 'TYPE_NOT_FOUND: line 1:8: Unknown type: e'],
    ['SELECT CAST(1 AS hugeint)', 'TYPE_NOT_FOUND: line 1:18: Unknown type: hugeint'],
    ['SELECT n + 1 AS m, m * 2 FROM t', "COLUMN_NOT_FOUND: line 1:20: Column 'm' cannot be resolved"],
    ['SELECT n + 1 AS m FROM t WHERE m > 1', "COLUMN_NOT_FOUND: line 1:32: Column 'm' cannot be resolved"],
    ['SELECT upper(id) AS m, count(*) FROM t GROUP BY m', "COLUMN_NOT_FOUND: line 1:49: Column 'm' cannot be resolved"],
    ["SELECT * FROM t WHERE n = '1'", 'TYPE_MISMATCH: line 1:25: Cannot apply operator: bigint = varchar'],
    ['SELECT id || n FROM t', 'FUNCTION_NOT_FOUND'],
    ["SELECT n + '1' FROM t", 'TYPE_MISMATCH'],
    ["SELECT * FROM t WHERE n IN ('1', '2')", 'TYPE_MISMATCH'],
    ["SELECT coalesce(n, 'x') FROM t", 'TYPE_MISMATCH'],
    ['SELECT n FROM t UNION ALL SELECT id FROM t', 'TYPE_MISMATCH'],
    ["SELECT CASE WHEN n > 1 THEN 1 ELSE 'x' END FROM t", 'TYPE_MISMATCH'],
    ['SELECT length(n) FROM t', 'FUNCTION_NOT_FOUND'],
    ['SELECT * FROM t WHERE id', 'TYPE_MISMATCH'],
  ])('%s', async (sql, reason) => {
    expect(await cloud.failure(sql)).toContain(reason);
  });
});

it('refuses one text of more cells than Trino compiles, and takes it in several', async () => {
  const cell = `CASE WHEN id IS NULL THEN '' WHEN id < 'A' AND strpos('=+-@', substr(id, 1, 1)) > 0 THEN concat_ws('', '"''', replace(id, '"', '""'), '"') WHEN strpos(id, '"') > 0 THEN concat_ws('', '"', replace(id, '"', '""'), '"') ELSE concat_ws('', '"', id, '"') END`;
  const text = (cells: number) => `concat_ws(',', ${Array.from({ length: cells }, () => cell).join(', ')})`;
  expect(await cloud.failure(`SELECT ${text(100)} FROM t`)).toContain('QUERY_EXCEEDED_COMPILER_LIMIT');
  expect(await cloud.rows(`SELECT ${text(50)}, ${text(50)} FROM t`)).toEqual([]);
});

describe('SQL that Trino takes is not refused', () => {
  it.each([
    'WITH q(a, b) AS (SELECT id, n FROM t), r AS (SELECT a, b + 1 AS c FROM q) SELECT r.c FROM r JOIN q USING (a)',
    'WITH RECURSIVE r(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM r WHERE k < 3) SELECT k FROM r',
    'SELECT n AS m FROM t ORDER BY m, id',
    'SELECT n * 2 AS id FROM t ORDER BY lower(t.id)',
    'SELECT upper(id), count(*) FROM t GROUP BY upper(id) HAVING count(*) > 0 ORDER BY 2',
    'SELECT id, count(*) FROM t GROUP BY 1 ORDER BY count(*)',
    'SELECT id, count(*) FROM t GROUP BY GROUPING SETS ((id), ())',
    'SELECT id FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.n = a.n + 1)',
    'SELECT (SELECT max(b.n) FROM t b WHERE b.id = a.id) FROM t a',
    'SELECT a.id, l.m FROM t a CROSS JOIN LATERAL (SELECT a.n + 1 AS m) l',
    'SELECT sum(n) OVER w, row_number() OVER (w ORDER BY n) FROM t WINDOW w AS (PARTITION BY id)',
    'SELECT a.*, b.n FROM t a LEFT JOIN t b ON a.id = b.id AND b.n > 1',
    'SELECT x, o FROM t, UNNEST(ARRAY[n, n + 1]) WITH ORDINALITY AS u(x, o)',
    'SELECT transform(ARRAY[1], x -> x + n) FROM t',
    "SELECT reduced.v FROM (VALUES (1, 'a'), (2, NULL)) AS reduced(k, v) WHERE reduced.k = 1",
    'SELECT id FROM t UNION SELECT NULL UNION ALL SELECT upper(id) FROM t ORDER BY id',
    'SELECT id FROM t WHERE n IN (SELECT n FROM t) AND n BETWEEN 1 AND 2.5',
    "SELECT CASE n WHEN 1 THEN 'one' END, coalesce(n, 0), if(n > 1, id, NULL), nullif(id, '') FROM t",
    'SELECT "N", T."Id" FROM "T"',
    'SELECT DISTINCT id FROM t ORDER BY id LIMIT 1',
    'SELECT * FROM (SELECT * FROM t) WHERE n > 1 OFFSET 1 LIMIT 1',
    'SELECT r.a.b FROM (SELECT CAST(ROW(ROW(1)) AS row(a row(b integer))) AS r) AS x',
    'SELECT array_agg(id ORDER BY n) FILTER (WHERE n > 0), max_by(id, n) FROM t',
    "SELECT DATE '2026-11-16' < TIMESTAMP '2026-11-16 00:00:00', current_date - INTERVAL '1' DAY",
    "SELECT count(*) FROM t WHERE NOT (id LIKE 'a%' OR n IS NULL) AND true",
    'TABLE t',
    'UPDATE t SET n = (SELECT max(x.n) FROM t x) WHERE t.id IN (SELECT id FROM t)',
    'DELETE FROM t WHERE EXISTS (SELECT 1 FROM t x WHERE x.id = t.id AND x.n > t.n)',
    'MERGE INTO t USING t AS s ON t.id = s.id AND s.n IS NULL WHEN MATCHED THEN DELETE',
  ])('%s', async (sql) => {
    expect((await cloud.run(sql)).Status?.State).toBe('SUCCEEDED');
  });
});
