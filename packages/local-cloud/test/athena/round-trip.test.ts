import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codePoint } from '../../../../test/support/code-point.ts';
import { AthenaCloud } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
  await cloud.run(
    "CREATE TABLE kept (k bigint, v string) LOCATION 's3://data/kept' TBLPROPERTIES ('table_type' = 'ICEBERG')",
  );
});
afterAll(() => cloud.end());

let round = 0;

/** Staged JSON → Iceberg → result pages and UNLOAD. */
async function roundTrip(values: readonly (string | null)[]): Promise<void> {
  round += 1;
  const name = `staged_${round}`;
  await cloud.run(`CREATE EXTERNAL TABLE ${name} (k bigint, v string)
    ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://data/${name}/'`);
  await cloud.put(`${name}/rows`, values.map((v, k) => `${JSON.stringify({ k, v })}\n`).join(''));
  await cloud.run('DELETE FROM kept');
  await cloud.run(`INSERT INTO kept SELECT k, v FROM ${name}`);
  expect((await cloud.rows('SELECT v FROM kept ORDER BY k')).map((row) => row[0])).toEqual(values);
  await cloud.run(`UNLOAD (SELECT k, v FROM kept) TO 's3://data/out_${round}/' WITH (format = 'JSON')`);
  const unloaded: (string | null)[] = [];
  for (const key of await cloud.keys(`out_${round}/`)) {
    const lines = gunzipSync(await cloud.bytes(key))
      .toString('utf8')
      .split('\n')
      .filter(Boolean);
    for (const { k, v } of lines.map((line) => JSON.parse(line))) unloaded[k] = v;
  }
  expect(unloaded).toEqual(values);
}

it('brings text through byte for byte', async () => {
  await roundTrip([
    '',
    null,
    '"quoted"',
    "it's",
    "'; DROP TABLE kept; --",
    'line\nbreak\r\nand\ttab',
    '🙂 emoji, שלום, é',
    '\\ \\n \\u0041',
    '{"json": [1, "x"]}',
    '007',
    'NULL',
    '\\N',
    ',;|\u0001',
    '  spaces  ',
    'x'.repeat(1_000_000),
    '🙂"'.repeat(50_000),
  ]);
});

it('brings any text through', async () => {
  const text = fc.string({ unit: codePoint, maxLength: 40 }).filter((value) => !value.includes('\0'));
  await fc.assert(fc.asyncProperty(fc.array(fc.option(text), { minLength: 1, maxLength: 50 }), roundTrip), {
    numRuns: 8,
  });
});

it('takes text that is written into the statement', async () => {
  const value = `'; DROP TABLE kept; -- "x" \\ 🙂\n`;
  expect(await cloud.rows(`SELECT '${value.replaceAll("'", "''")}', length('🙂')`)).toEqual([[value, '1']]);
});
