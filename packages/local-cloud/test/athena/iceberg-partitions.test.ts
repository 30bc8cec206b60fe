import { CreateTableCommand } from '@aws-sdk/client-glue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';
import { type DataFile, dataFiles, metadataOf } from './iceberg-metadata.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
  await cloud.run(
    "CREATE TABLE t (id string, n bigint) LOCATION 's3://data/t' TBLPROPERTIES ('table_type' = 'ICEBERG')",
  );
  await cloud.run("INSERT INTO t VALUES ('a', 1), ('b', 2)");
});
afterAll(() => cloud.end());

interface Bound {
  readonly key: number;
  readonly value: Buffer;
}

describe('the partitions of an Iceberg table', () => {
  const DAY = 17_486; // 2017-11-16

  it('are those that its spec makes of the rows', async () => {
    await cloud.run(`CREATE TABLE filed (id bigint, name string, at timestamp, day date, price decimal(10,2), ok boolean)
      PARTITIONED BY (ok, day, truncate(2, name), truncate(10, id), year(at), month(at), day(at), hour(at))
      LOCATION 's3://data/filed' TBLPROPERTIES ('table_type' = 'ICEBERG')`);
    await cloud.run(`INSERT INTO filed VALUES
      (34, 'été', TIMESTAMP '2017-11-16 22:31:08', DATE '2017-11-16', DECIMAL '14.20', true),
      (35, 'étang', TIMESTAMP '2017-11-16 22:59:59.999', DATE '2017-11-16', DECIMAL '1.20', true),
      (-1, '', TIMESTAMP '1969-12-31 23:30:00', DATE '1969-12-31', NULL, false),
      (NULL, NULL, NULL, NULL, NULL, NULL)`);
    const files = await dataFiles(cloud, 'filed');
    const filed = files.map(({ partition, record_count }) => [...Object.values(partition), record_count]);
    expect(filed.sort((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      [false, -1, '', -10, -1, -1, -1, -1, 1],
      [null, null, null, null, null, null, null, null, 1],
      [true, DAY, 'ét', 30, 47, 574, DAY, DAY * 24 + 22, 2],
    ]);
    expect(Object.keys(files[0]?.partition ?? {})).toEqual(
      ['ok', 'day', 'name_trunc', 'id_trunc', 'at_year', 'at_month', 'at_day', 'at_hour'], // as Iceberg names them
    );
  });

  it('are the buckets of the values that Iceberg’s specification hashes', async () => {
    const hashes: Record<string, [string, string, number]> = {
      whole: ['bigint', '34', 2_017_239_379],
      small: ['int', '34', 2_017_239_379],
      price: ['decimal(4,2)', "DECIMAL '14.20'", -500_754_589],
      day: ['date', "DATE '2017-11-16'", -653_330_422],
      at: ['timestamp', "TIMESTAMP '2017-11-16 22:31:08'", -2_047_944_441],
      name: ['string', "'iceberg'", 1_210_000_089],
      bytes: ['binary', "X'00010203'", -188_683_207],
    };
    const columns = Object.entries(hashes).map(([name, [type]]) => `${name} ${type}`);
    const buckets = Object.keys(hashes).map((name) => `bucket(1000, ${name})`);
    await cloud.run(`CREATE TABLE hashed (${columns.join(', ')}) PARTITIONED BY (${buckets.join(', ')})
      LOCATION 's3://data/hashed' TBLPROPERTIES ('table_type' = 'ICEBERG')`);
    const values = Object.values(hashes).map(([, value]) => value);
    await cloud.run(`INSERT INTO hashed VALUES (${values.join(', ')})`);
    const [file] = await dataFiles(cloud, 'hashed');
    expect(file?.partition).toEqual(
      Object.fromEntries(
        Object.entries(hashes).map(([name, [, , hash]]) => [`${name}_bucket`, (hash & 0x7fffffff) % 1000]),
      ),
    );
  });

  it('can be given to CREATE TABLE AS', async () => {
    await cloud.run(`CREATE TABLE made WITH (table_type = 'ICEBERG', is_external = false, location = 's3://data/made/',
      partitioning = ARRAY['id', 'bucket(n, 4)']) AS SELECT id, n FROM t`);
    expect((await metadataOf(cloud, 'made'))['partition-specs'][0].fields).toEqual([
      { 'source-id': 1, 'field-id': 1000, name: 'id', transform: 'identity' },
      { 'source-id': 2, 'field-id': 1001, name: 'n_bucket', transform: 'bucket[4]' },
    ]);
    expect((await dataFiles(cloud, 'made')).map(({ partition }) => partition.id).sort()).toEqual(['a', 'b']);
    expect(
      await cloud.failure(`CREATE TABLE unmade WITH (table_type = 'ICEBERG', is_external = false,
        location = 's3://data/unmade/', partitioning = ARRAY['day(nothing)']) AS SELECT id, n FROM t`),
    ).toContain('COLUMN_NOT_FOUND');
  });

  it('are refused where Iceberg has none', async () => {
    const made = (partition: string) =>
      cloud.failure(`CREATE TABLE unmade (id bigint, ok boolean) PARTITIONED BY (${partition})
        LOCATION 's3://data/unmade' TBLPROPERTIES ('table_type' = 'ICEBERG')`);
    expect(await made('day(id)')).toContain('day cannot transform bigint values');
    expect(await made('bucket(4, ok)')).toContain('cannot transform boolean values');
    expect(await made('bucket(id)')).toContain('Unknown transform: bucket');
    const define = (SourceId: number, Transform: string) =>
      cloud.glue.send(
        new CreateTableCommand({
          DatabaseName: 'db',
          Name: 'unmade',
          OpenTableFormatInput: {
            IcebergInput: {
              MetadataOperation: 'CREATE',
              CreateIcebergTableInput: {
                Location: 's3://data/unmade',
                Schema: { Fields: [{ Id: 1, Name: 'id', Type: 'long', Required: false }] },
                PartitionSpec: { Fields: [{ SourceId, Name: 'p', Transform }] },
              },
            },
          },
        }),
      );
    await expect(define(1, 'third')).rejects.toMatchObject({ name: 'InvalidInputException' });
    await expect(define(2, 'identity')).rejects.toThrow('Cannot find source column: 2');
  });

  it('come with what is in each file, so that readers can leave files out', async () => {
    await cloud.run(`CREATE TABLE measured (run string, n bigint, score double, at timestamp) PARTITIONED BY (run)
      LOCATION 's3://data/measured' TBLPROPERTIES ('table_type' = 'ICEBERG')`);
    await cloud.run(`INSERT INTO measured VALUES ('a', 1, 0.5, TIMESTAMP '2026-01-02 03:04:05.678'),
      ('a', 7, nan(), NULL), ('a much longer text than sixteen characters', -3, 2.25, NULL)`);
    const files = (await dataFiles(cloud, 'measured')).sort((a, b) => b.record_count - a.record_count);
    const [first, second] = files;
    expect(first).toMatchObject({
      null_value_counts: [0, 0, 0, 1].map((value, index) => ({ key: index + 1, value })),
      value_counts: [2, 2, 2, 2].map((value, index) => ({ key: index + 1, value })),
      // Of numbers with NaN among them nothing is known.
      nan_value_counts: [],
    });
    const bounds = (file: DataFile | undefined, name: string) =>
      Object.fromEntries(((file?.[name] ?? []) as Bound[]).map(({ key, value }) => [key, value]));
    expect(bounds(first, 'lower_bounds')).toEqual({
      1: Buffer.from('a'),
      2: Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]),
      4: bigint64(1_767_323_045_678_000n),
    });
    expect(bounds(first, 'upper_bounds')[2]).toEqual(bigint64(7n));
    expect(bounds(second, 'lower_bounds')[1]).toEqual(Buffer.from('a much longer te'));
    expect(bounds(second, 'upper_bounds')[1]).toEqual(Buffer.from('a much longer tf'));
  });
});

function bigint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}
