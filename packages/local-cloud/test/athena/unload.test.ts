import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
});
afterAll(() => cloud.end());

const VALUES = `(VALUES ('a', 1, 0.5e0), ('it''s, "q"', NULL, 2e0), (NULL, 3, NULL)) t(id, n, x)`;
const unload = (query: string, to: string, properties: string) =>
  cloud.run(`UNLOAD (${query}) TO 's3://data/${to}' WITH (${properties})`);

async function content(prefix: string): Promise<string[]> {
  const keys = await cloud.keys(prefix);
  return Promise.all(
    keys.map(async (key) => {
      const bytes = await cloud.bytes(key);
      return key.endsWith('.gz') ? gunzipSync(bytes).toString('utf8') : Buffer.from(bytes).toString('utf8');
    }),
  );
}

it('writes JSON lines, zipped, with a manifest', async () => {
  const execution = await unload(`SELECT * FROM ${VALUES} ORDER BY n`, 'u/json/', "format = 'JSON'");
  const keys = await cloud.keys('u/json/');
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatch(/\.gz$/);
  const rows = (await content('u/json/'))
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toEqual([
    { id: 'a', n: 1, x: 0.5 },
    { id: null, n: 3, x: null },
    { id: 'it\'s, "q"', n: null, x: 2 },
  ]);
  const manifest = execution.Statistics?.DataManifestLocation;
  expect(manifest).toBe(`s3://data/athena/${execution.QueryExecutionId}-manifest.csv`);
  expect(await cloud.text(`athena/${execution.QueryExecutionId}-manifest.csv`)).toBe(`s3://data/${keys[0]}\n`);
});

it('writes text without header, quotes or escapes', async () => {
  await unload(`SELECT * FROM ${VALUES} ORDER BY n`, 'u/text', "format = 'TEXTFILE', compression = 'NONE'");
  expect(await content('u/text/')).toEqual(['a\u00011\u00010.5\n\\N\u00013\u0001\\N\nit\'s, "q"\u0001\\N\u00012.0\n']);
  await unload(
    `SELECT 'a,b' AS x, 'c' AS y`,
    'u/comma/',
    "format = 'TEXTFILE', field_delimiter = ',', compression = 'NONE'",
  );
  expect(await content('u/comma/')).toEqual(['a,b,c\n']);
});

it('writes Parquet that an external table reads back', async () => {
  await unload(
    `SELECT id, n, CAST(x AS double) AS x, sum(n) OVER () AS s FROM ${VALUES}`,
    'u/parquet/',
    "format = 'PARQUET'",
  );
  await cloud.run(
    "CREATE EXTERNAL TABLE p (id string, n int, x double, s bigint, more string) STORED AS PARQUET LOCATION 's3://data/u/parquet/'",
  );
  expect(await cloud.rows('SELECT * FROM p ORDER BY n')).toEqual([
    ['a', '1', '0.5', '4', null],
    [null, '3', null, '4', null],
    ['it\'s, "q"', null, '2.0', '4', null],
  ]);
});

it('refuses a destination that is not empty', async () => {
  await cloud.put('u/full/x', 'x');
  const sql = "UNLOAD (SELECT 1 AS a) TO 's3://data/u/full/' WITH (format = 'JSON')";
  expect(await cloud.failure(sql)).toContain('HIVE_PATH_ALREADY_EXISTS');
  await cloud.put('u/full2-sibling/x', 'x');
  await unload('SELECT 1 AS a', 'u/full2', "format = 'JSON'");
});

it('writes no file for no rows', async () => {
  const execution = await unload('SELECT 1 AS a WHERE false', 'u/none/', "format = 'JSON'");
  expect(await cloud.keys('u/none/')).toEqual([]);
  expect(await cloud.text(`athena/${execution.QueryExecutionId}-manifest.csv`)).toBe('');
});

it('writes several files when there is much to write, each row once', async () => {
  await unload(
    `SELECT a.v * 1000 + b.v AS n, rpad('', 180, 'x') AS filling
     FROM UNNEST(sequence(0, 199)) a(v) CROSS JOIN UNNEST(sequence(0, 999)) b(v)`,
    'u/many/',
    "format = 'JSON', compression = 'NONE'",
  );
  expect((await cloud.keys('u/many/')).length).toBeGreaterThan(1);
  const texts = await content('u/many/');
  const numbers = texts.flatMap((text) => [...text.matchAll(/"n":(\d+)/g)].map((match) => match[1]));
  expect(numbers).toHaveLength(200_000);
  expect(new Set(numbers).size).toBe(200_000);
});

it('puts partition columns into the path', async () => {
  await unload(
    `SELECT n, id FROM ${VALUES}`,
    'u/parts/',
    "format = 'JSON', compression = 'NONE', partitioned_by = ARRAY['id']",
  );
  const keys = await cloud.keys('u/parts/');
  expect(keys.map((key) => key.split('/')[2]).sort()).toEqual([
    'id=__HIVE_DEFAULT_PARTITION__',
    'id=a',
    "id=it's%2C%20%22q%22",
  ]);
  expect((await content('u/parts/id=a/'))[0]).toBe('{"n":1}\n');
});

describe('refuses', () => {
  it.each([
    ["format = 'ORC'", 'NOT_SUPPORTED: The local cloud does not write ORC'],
    ["format = 'AVRO'", 'NOT_SUPPORTED: The local cloud does not write AVRO'],
    ["format = 'XML'", 'INVALID_TABLE_PROPERTY'],
    ["compression = 'NONE'", "UNLOAD needs the property 'format'"],
    ["format = 'JSON', nonsense = 'x'", "Unknown property 'nonsense'"],
  ])('WITH (%s)', async (properties, reason) => {
    expect(await cloud.failure(`UNLOAD (SELECT 1 AS a) TO 's3://data/u/refused/' WITH (${properties})`)).toContain(
      reason,
    );
  });

  it.each([
    ["json_parse('1') AS j", 'Unsupported Hive type: json'],
    ['current_timestamp AS t', 'Unsupported Hive type: timestamp with time zone'],
  ])('a column of %s', async (column, reason) => {
    expect(await cloud.failure(`UNLOAD (SELECT ${column}) TO 's3://data/u/refused/' WITH (format = 'JSON')`)).toContain(
      reason,
    );
  });
});

it('reads a backslash and brackets in the query as they are', async () => {
  await unload(
    `SELECT '\\' AS a, ')(' AS b, 'x''y)' AS c -- it's )\n`,
    'u/odd/',
    "format = 'JSON', compression = 'NONE'",
  );
  expect(await content('u/odd/')).toEqual(['{"a":"\\\\","b":")(","c":"x\'y)"}\n']);
});
