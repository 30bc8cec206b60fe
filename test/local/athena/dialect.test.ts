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
    ['SELECT x.n FROM t', "COLUMN_NOT_FOUND: line 1:8: Column 'x' cannot be resolved"],
    ['SELECT rowid FROM t', "COLUMN_NOT_FOUND: line 1:8: Column 'rowid' cannot be resolved"],
    ['SELECT 1 / 0', 'DIVISION_BY_ZERO: Division by zero'],
    ["SELECT CAST('x' AS bigint)", "INVALID_CAST_ARGUMENT: Cannot cast 'x' to bigint"],
    ["SELECT CAST('1.5' AS integer)", "INVALID_CAST_ARGUMENT: Cannot cast '1.5' to integer"],
    ["SELECT json_parse('{')", 'INVALID_FUNCTION_ARGUMENT: Cannot convert value to JSON'],
    ["SELECT md5('x')", 'Unexpected parameters (varchar) for function md5'],
    ['SELECT id, count(*) FROM t', 'EXPRESSION_NOT_AGGREGATE'],
    ["SELECT e'x'", 'TYPE_NOT_FOUND: line 1:8: Unknown type: e'],
    ['SELECT CAST(1 AS hugeint)', 'TYPE_NOT_FOUND: line 1:18: Unknown type: hugeint'],
    ['SELECT n + 1 AS m, m * 2 FROM t', "COLUMN_NOT_FOUND: line 1:20: Column 'm' cannot be resolved"],
    ['SELECT n + 1 AS m FROM t WHERE m > 1', "COLUMN_NOT_FOUND: line 1:32: Column 'm' cannot be resolved"],
    ['SELECT upper(id) AS m, count(*) FROM t GROUP BY m', "COLUMN_NOT_FOUND: line 1:49: Column 'm' cannot be resolved"],
    ["SELECT * FROM t WHERE n = '1'", 'TYPE_MISMATCH: line 1:25: Cannot apply operator: bigint = varchar'],
    ['SELECT id || n FROM t', 'TYPE_MISMATCH'],
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
