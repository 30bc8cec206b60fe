import { gzipSync } from 'node:zlib';
import { CreateTableCommand } from '@aws-sdk/client-glue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
});
afterAll(() => cloud.end());

/** `${name}`, which is not a template of ours. */
const placeholder = (name: string): string => `$\{${name}}`;

const json = (...rows: unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('a table of JSON objects', () => {
  beforeAll(async () => {
    await cloud.run(`CREATE EXTERNAL TABLE plain (id string, n bigint, score double, ok boolean, tags array<string>,
      inner_value struct<a:int,b:string>, raw string) ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe'
      LOCATION 's3://data/plain/'`);
  });

  it('is empty while it has no objects', async () => {
    expect(await cloud.rows('SELECT * FROM plain')).toEqual([]);
  });

  it('reads objects plain and zipped, with NULL for what a row lacks', async () => {
    await cloud.put(
      'plain/1.json',
      json({ id: 'a', n: 1, score: 0.5, ok: true, tags: ['x', 'y'], inner_value: { a: 1, b: 'z' } }),
    );
    await cloud.put('plain/2.json.gz', gzipSync(json({ id: 'b' }, { id: 'c', raw: { k: [1, 2] } })));
    await cloud.put('plain/_SUCCESS', 'not a row');
    await cloud.put('plain/.hidden', 'not a row');
    expect(await cloud.rows('SELECT * FROM plain ORDER BY id')).toEqual([
      ['a', '1', '0.5', 'true', '[x, y]', '{a=1, b=z}', null],
      ['b', null, null, null, null, null, null],
      ['c', null, null, null, null, null, '{"k":[1,2]}'],
    ]);
    expect(await cloud.rows("SELECT inner_value.b, tags[1] FROM plain WHERE id = 'a'")).toEqual([['z', 'x']]);
  });

  it('counts the bytes of the objects it reads', async () => {
    const { Statistics } = await cloud.run('SELECT count(*) FROM plain');
    expect(Statistics?.DataScannedInBytes).toBeGreaterThan(100);
  });

  it('fails on a row that is not JSON, unless the table says to pass over it', async () => {
    const table = (name: string, properties: string) => `CREATE EXTERNAL TABLE ${name} (id string)
      ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' ${properties} LOCATION 's3://data/malformed/'`;
    await cloud.put('malformed/1', `${json({ id: 'a' })}not json\n${json({ id: 'b' })}`);
    await cloud.run(table('strict', ''));
    await cloud.run(table('lenient', "WITH SERDEPROPERTIES ('ignore.malformed.json' = 'true')"));
    expect(await cloud.failure('SELECT * FROM strict')).toContain('HIVE_CURSOR_ERROR: Row is not a valid JSON Object');
    expect(await cloud.rows('SELECT id FROM lenient')).toEqual([['a'], [null], ['b']]);
  });

  it('reads a row of several megabytes', async () => {
    await cloud.run(`CREATE EXTERNAL TABLE large (id string, body string)
      ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://data/large/'`);
    await cloud.put('large/1', json({ id: 'a', body: 'é'.repeat(5_000_000) }, { id: 'b', body: 'x' }));
    expect(await cloud.rows('SELECT id, length(body) FROM large ORDER BY id')).toEqual([
      ['a', '5000000'],
      ['b', '1'],
    ]);
  });
});

describe('partition projection', () => {
  const table = (Name: string, PartitionKeys: { Name: string; Type: string }[], Parameters: Record<string, string>) =>
    cloud.glue.send(
      new CreateTableCommand({
        DatabaseName: 'db',
        TableInput: {
          Name,
          TableType: 'EXTERNAL_TABLE',
          Parameters: { 'projection.enabled': 'true', ...Parameters },
          PartitionKeys,
          StorageDescriptor: {
            Columns: [{ Name: 'id', Type: 'string' }],
            Location: `s3://data/${Name}/`,
            SerdeInfo: { SerializationLibrary: 'org.openx.data.jsonserde.JsonSerDe' },
          },
        },
      }),
    );

  beforeAll(async () => {
    await table(
      'injected',
      [
        { Name: 'run', Type: 'string' },
        { Name: 'shard', Type: 'int' },
      ],
      {
        'projection.run.type': 'injected',
        'projection.shard.type': 'integer',
        'projection.shard.range': '0,9',
        'storage.location.template': `s3://data/injected/run=${placeholder('run')}/shard=${placeholder('shard')}/`,
      },
    );
    await cloud.put('injected/run=r1/shard=0/a', json({ id: 'a' }));
    await cloud.put('injected/run=r1/shard=1/b', json({ id: 'b' }));
    await cloud.put("injected/run=it's/shard=0/c", json({ id: 'c' }));
    await cloud.put('injected/run=r10/shard=0/d', json({ id: 'd' }));
  });

  it('refuses a query without an equality on an injected column', async () => {
    const refusal = 'CONSTRAINT_VIOLATION: For the injected projected partition column run';
    expect(await cloud.failure('SELECT * FROM injected')).toContain(refusal);
    expect(await cloud.failure("SELECT * FROM injected WHERE run > 'r'")).toContain(refusal);
    expect(await cloud.failure("SELECT * FROM injected WHERE run = 'a' OR id = 'b'")).toContain(refusal);
  });

  it.each([
    [
      "run = 'r1'",
      [
        ['a', 'r1', '0'],
        ['b', 'r1', '1'],
      ],
    ],
    ["'r1' = i.run AND shard = 1", [['b', 'r1', '1']]],
    ["run = 'r1' AND shard BETWEEN 0 AND 0", [['a', 'r1', '0']]],
    ["(run = 'r1') AND (i.shard IN (1, 2) AND id <> 'z')", [['b', 'r1', '1']]],
    [
      "run IN ('r1', 'r10') AND shard = 0",
      [
        ['a', 'r1', '0'],
        ['d', 'r10', '0'],
      ],
    ],
    ["run = 'it''s'", [['c', "it's", '0']]],
    ["run = 'none'", []],
    ["run = 'r1' AND shard = 77", []],
  ])('reads only what %s names', async (condition, expected) => {
    expect(await cloud.rows(`SELECT * FROM injected i WHERE ${condition} ORDER BY id`)).toEqual(expected);
  });

  it('takes the value from an execution parameter, and in a join from ON', async () => {
    const more = { ExecutionParameters: ["'r1'"] };
    expect(await cloud.rows('SELECT count(*) FROM injected WHERE run = ?', more)).toEqual([['2']]);
    expect(
      await cloud.rows("SELECT count(*) FROM (VALUES 'a') v(id) JOIN injected i ON i.id = v.id AND i.run = 'r1'"),
    ).toEqual([['1']]);
  });

  it('knows enum and date columns', async () => {
    await table(
      'enumerated',
      [
        { Name: 'kind', Type: 'string' },
        { Name: 'day', Type: 'string' },
      ],
      {
        'projection.kind.type': 'enum',
        'projection.kind.values': 'x,y',
        'projection.day.type': 'date',
        'projection.day.range': '2026-01-01,NOW',
        'projection.day.format': 'yyyy-MM-dd',
      },
    );
    await cloud.put('enumerated/kind=x/day=2026-11-16/1', json({ id: 'a' }));
    await cloud.put('enumerated/kind=y/day=2026-11-17/1', json({ id: 'b' }));
    await cloud.put('enumerated/kind=z/day=2026-11-17/1', json({ id: 'not in the enum' }));
    expect(await cloud.rows('SELECT id, kind, day FROM enumerated ORDER BY id')).toEqual([
      ['a', 'x', '2026-11-16'],
      ['b', 'y', '2026-11-17'],
    ]);
    expect(await cloud.rows("SELECT id FROM enumerated WHERE day >= '2026-11-17'")).toEqual([['b']]);
    expect(await cloud.rows("SELECT id FROM enumerated WHERE kind = 'z'")).toEqual([]);
  });
});

it('reads the partitions the catalog knows', async () => {
  await cloud.run(`CREATE EXTERNAL TABLE parted (id string) PARTITIONED BY (day string)
    ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://data/parted/'`);
  await cloud.put('parted/day=1/a', json({ id: 'a' }));
  await cloud.put('parted/day=2/b', json({ id: 'b' }));
  expect(await cloud.rows('SELECT * FROM parted')).toEqual([]);
  await cloud.run("ALTER TABLE parted ADD PARTITION (day = '1')");
  expect(await cloud.rows('SELECT * FROM parted')).toEqual([['a', '1']]);
  await cloud.run('MSCK REPAIR TABLE parted');
  expect(await cloud.rows("SELECT id FROM parted WHERE day = '2'")).toEqual([['b']]);
});

it('reads delimited text and CSV', async () => {
  await cloud.run(`CREATE EXTERNAL TABLE delimited (a string, b int) ROW FORMAT DELIMITED FIELDS TERMINATED BY ','
    LOCATION 's3://data/delimited/'`);
  await cloud.put('delimited/1', 'x,1\n\\N,oops\n"q",3\n');
  expect(await cloud.rows('SELECT * FROM delimited')).toEqual([
    ['x', '1'],
    [null, null],
    ['"q"', '3'],
  ]);
  await cloud.run(`CREATE EXTERNAL TABLE csv (a string, b string) ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.OpenCSVSerde'
    LOCATION 's3://data/csv/' TBLPROPERTIES ('skip.header.line.count' = '1')`);
  await cloud.put('csv/1', 'a,b\n"x,y",007\n');
  expect(await cloud.rows('SELECT * FROM csv')).toEqual([['x,y', '007']]);
});
