import { CreateTableCommand } from '@aws-sdk/client-glue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';
import { type DataFile, dataFiles, keyOf, metadataOf } from './iceberg-metadata.ts';

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

describe('what the files of an Iceberg table say of themselves', () => {
  beforeAll(async () => {
    await cloud.run(`CREATE TABLE told (run string, n bigint, day date) PARTITIONED BY (run, bucket(4, n))
      LOCATION 's3://data/told' TBLPROPERTIES ('table_type' = 'ICEBERG')`);
    await cloud.run("INSERT INTO told VALUES ('a', 1, DATE '2026-01-02'), ('a', 1, NULL), ('b', 2, DATE '2026-01-03')");
  });

  it('is one snapshot, that of the files that there are', async () => {
    const [[id, parent, operation, list, records] = []] = await cloud.rows(
      `SELECT snapshot_id, parent_id, operation, manifest_list, summary['total-records'] FROM "told$snapshots"
       WHERE committed_at > TIMESTAMP '2026-01-01 00:00:00 UTC'`,
    );
    const { 'current-snapshot-id': current, snapshots } = await metadataOf(cloud, 'told');
    expect([id, parent, operation, records]).toEqual([String(current), null, 'append', '3']);
    expect(list).toBe(snapshots[0]['manifest-list']);
    expect(await cloud.rows('SELECT snapshot_id, is_current_ancestor FROM db."told$history"')).toEqual([[id, 'true']]);
    expect(await cloud.rows('SELECT name, type, snapshot_id FROM "told$refs"')).toEqual([['main', 'BRANCH', id]]);
    expect(
      await cloud.rows('SELECT added_data_files_count, added_rows_count, partitions FROM "told$manifests"'),
    ).toEqual([
      [
        '2',
        '3',
        '[{contains_null=false, contains_nan=null, lower_bound=a, upper_bound=b}, {contains_null=false, contains_nan=null, lower_bound=0, upper_bound=0}]',
      ],
    ]);
    await cloud.run("DELETE FROM told WHERE run = 'c'");
    expect(await cloud.rows('SELECT snapshot_id FROM "told$snapshots"')).not.toEqual([[id]]);
  });

  it('is a row a file and a row a partition', async () => {
    const files = await cloud.rows(
      'SELECT file_path, record_count, null_value_counts, lower_bounds FROM "told$files" ORDER BY record_count',
    );
    expect(files.map(([, ...row]) => row)).toEqual([
      ['1', '{1=0, 2=0, 3=0}', '{1=b, 2=2, 3=2026-01-03}'],
      ['2', '{1=0, 2=0, 3=1}', '{1=a, 2=1, 3=2026-01-02}'],
    ]);
    for (const [path] of files) expect((await cloud.bytes(keyOf(path))).length).toBeGreaterThan(0);
    expect(
      await cloud.rows(
        'SELECT partition, partition.run, record_count, file_count, data FROM "told$partitions" ORDER BY partition.run',
      ),
    ).toEqual([
      [
        '{run=a, n_bucket=0}',
        'a',
        '2',
        '1',
        '{n={min=1, max=1, null_count=0, nan_count=null}, day={min=2026-01-02, max=2026-01-02, null_count=1, nan_count=null}}',
      ],
      [
        '{run=b, n_bucket=0}',
        'b',
        '1',
        '1',
        '{n={min=2, max=2, null_count=0, nan_count=null}, day={min=2026-01-03, max=2026-01-03, null_count=0, nan_count=null}}',
      ],
    ]);
  });

  it('has the bounds of columns of every type, as Trino shows them', async () => {
    await cloud.run(`CREATE TABLE bounded (ok boolean, tiny tinyint, small smallint, n int, big bigint, part float, score double,
      price decimal(10,2), huge decimal(38,0), day date, at timestamp, name string) LOCATION 's3://data/bounded'
      TBLPROPERTIES ('table_type' = 'ICEBERG')`);
    await cloud.run(`INSERT INTO bounded VALUES
      (true, CAST(-3 AS tinyint), CAST(-300 AS smallint), -70000, -9223372036854775808, CAST(-0.5 AS real), -1e300, DECIMAL '-3.05',
       DECIMAL '-12345678901234567890123456789012345678', DATE '1969-12-31', TIMESTAMP '1969-12-31 23:59:59.999999', 'Ω'),
      (true, CAST(4 AS tinyint), CAST(400 AS smallint), 80000, 9223372036854775807, CAST(1.5 AS real), 1e300, DECIMAL '0.07', DECIMAL '7',
       DATE '2026-01-02', TIMESTAMP '2026-01-02 03:04:00', 'été')`);
    const [[lower, upper] = []] = await cloud.rows('SELECT lower_bounds, upper_bounds FROM "bounded$files"');
    expect(lower).toBe(
      '{1=true, 2=-3, 3=-300, 4=-70000, 5=-9223372036854775808, 6=-0.5, 7=-1.0E300, 8=-3.05, 9=-12345678901234567890123456789012345678, ' +
        '10=1969-12-31, 11=1969-12-31T23:59:59.999999, 12=été}',
    );
    expect(upper).toBe(
      '{1=true, 2=4, 3=400, 4=80000, 5=9223372036854775807, 6=1.5, 7=1.0E300, 8=0.07, 9=7, 10=2026-01-02, 11=2026-01-02T03:04:00, 12=Ω}',
    );
  });

  it('has bounds that no value lies outside of: zeros of either sign, long texts, NUL', async () => {
    await cloud.run(
      "CREATE TABLE edges (d double, s string, u string) LOCATION 's3://data/edges' TBLPROPERTIES ('table_type' = 'ICEBERG')",
    );
    await cloud.run(`INSERT INTO edges VALUES (-0e0, array_join(repeat('z', 300), ''), 'a' || chr(0) || 'b'),
      (0e0, array_join(repeat('z', 299), ''), chr(1114111) || array_join(repeat('z', 20), ''))`);
    const [[lower, upper] = []] = await cloud.rows('SELECT lower_bounds, upper_bounds FROM "edges$files"');
    expect(lower).toBe('{1=-0.0, 2=zzzzzzzzzzzzzzzz, 3=a\u0000b}');
    expect(upper).toBe('{1=0.0, 2=zzzzzzzzzzzzzzz{, 3=\u{10ffff}zzzzzzzzzzzzzz{}');
  });

  it('is nothing of a table without rows, and no table of any other name', async () => {
    await cloud.run("CREATE TABLE bare (a int) LOCATION 's3://data/bare' TBLPROPERTIES ('table_type' = 'ICEBERG')");
    for (const kind of ['snapshots', 'history', 'refs', 'manifests', 'files', 'partitions']) {
      expect(await cloud.rows(`SELECT * FROM "bare$${kind}"`)).toEqual([]);
    }
    expect(await cloud.failure('SELECT * FROM "bare$secrets"')).toContain('TABLE_NOT_FOUND');
  });
});

function bigint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}
