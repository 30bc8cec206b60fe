import { GetQueryResultsCommand } from '@aws-sdk/client-athena';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
});
afterAll(() => cloud.end());

describe('values as Athena prints them', () => {
  it.each([
    ["TIMESTAMP '2026-11-16 04:05:06'", '2026-11-16 04:05:06.000'],
    ["CAST('2026-11-16 04:05:06.789' AS timestamp(3))", '2026-11-16 04:05:06.789'],
    ["from_iso8601_timestamp('2026-11-16T04:05:06Z')", '2026-11-16 04:05:06.000 UTC'],
    ["DATE '2026-11-16'", '2026-11-16'],
    ['true', 'true'],
    ['1e0', '1.0'],
    ['CAST(12345678.9 AS double)', '1.23456789E7'],
    ['1e-5', '1.0E-5'],
    ['CAST(1.10 AS decimal(10,2))', '1.10'],
    ['ARRAY[1, NULL, 3]', '[1, null, 3]'],
    ["map(ARRAY['a'], ARRAY[1])", '{a=1}'],
    ["CAST(ROW(1, 'x') AS row(a integer, b varchar))", '{a=1, b=x}'],
    ["to_utf8('ab')", '61 62'],
    ['json_parse(\'{"a": 1}\')', '{"a":1}'],
    ['NULL', null],
    ["''", ''],
    ['7 / 2', '3'],
    ['sum(x) FROM (VALUES 1, 2) t(x)', '3'],
  ])('%s', async (expression, text) => {
    expect(await cloud.value(expression)).toBe(text);
  });
});

it('writes every field in quotes, with a header, to the output location', async () => {
  const execution = await cloud.run(`SELECT 1 AS a, 'x"y' AS "B c", NULL AS n, '' AS e`);
  expect(execution.ResultConfiguration?.OutputLocation).toBe(`s3://data/athena/${execution.QueryExecutionId}.csv`);
  const text = await cloud.text(`athena/${execution.QueryExecutionId}.csv`);
  expect(text).toBe('"a","B c","n","e"\n"1","x""y",,""\n');
});

it('names columns without a name by their place', async () => {
  const { QueryExecutionId } = await cloud.run(`SELECT 1, 2 AS two, count(*)`);
  const { ResultSet } = await cloud.athena.send(new GetQueryResultsCommand({ QueryExecutionId }));
  expect(ResultSet?.ResultSetMetadata?.ColumnInfo?.map((column) => [column.Name, column.Type])).toEqual([
    ['_col0', 'integer'],
    ['two', 'integer'],
    ['_col2', 'bigint'],
  ]);
  expect(ResultSet?.Rows?.[0]?.Data?.map((datum) => datum.VarCharValue)).toEqual(['_col0', 'two', '_col2']);
});

it('all columns of a table are told from an expression that looks alike', async () => {
  const sql = "SELECT t.*, length(t.a) * 2, *, count(*) OVER (), (t.b) FROM (VALUES ('x', 1)) t(a, b)";
  expect(await cloud.rows(sql)).toEqual([['x', '1', '2', 'x', '1', '1', '1']]);
});
