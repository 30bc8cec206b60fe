import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateTableCommand, UpdateTableCommand } from '@aws-sdk/client-glue';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud } from './athena-cloud.ts';
import { avro, keyOf, metadataOf, shown } from './iceberg-metadata.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
  await cloud.run(
    "CREATE TABLE t (id string, n bigint) LOCATION 's3://data/t' TBLPROPERTIES ('table_type' = 'ICEBERG')",
  );
  await cloud.run("INSERT INTO t VALUES ('a', 1), ('b', 2)");
});
afterAll(() => cloud.end());

describe('the files of an Iceberg table', () => {
  it('are there when its metadata location is asked for, with the rows that Athena answers', async () => {
    const columns = `id bigint, small smallint, price decimal(10,2), at timestamp, day date, ok boolean, tags array<string>,
      counts map<string,int>, place struct<x:double,names:array<string>>`;
    await cloud.run(
      `CREATE TABLE kinds (${columns}) LOCATION 's3://data/kinds' TBLPROPERTIES ('table_type' = 'ICEBERG')`,
    );
    await cloud.run(`INSERT INTO kinds VALUES
      (1, CAST(2 AS smallint), DECIMAL '3.40', TIMESTAMP '2026-01-02 03:04:05.678', DATE '2026-01-02', true, ARRAY['é', NULL],
       MAP(ARRAY['k'], ARRAY[7]), CAST(ROW(1.5, ARRAY['n']) AS ROW(x double, names array(varchar)))),
      (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`);
    const metadata = await metadataOf(cloud, 'kinds');
    expect(metadata).toMatchObject({ 'format-version': 2, location: 's3://data/kinds', 'last-column-id': 15 });
    expect(metadata.schemas[0].fields.slice(5)).toEqual([
      { id: 6, name: 'ok', required: false, type: 'boolean' },
      { id: 7, name: 'tags', required: false, type: list(10, 'string') },
      {
        id: 8,
        name: 'counts',
        required: false,
        type: { type: 'map', 'key-id': 11, key: 'string', 'value-id': 12, value: 'int', 'value-required': false },
      },
      {
        id: 9,
        name: 'place',
        required: false,
        type: {
          type: 'struct',
          fields: [
            { id: 13, name: 'x', required: false, type: 'double' },
            { id: 14, name: 'names', required: false, type: list(15, 'string') },
          ],
        },
      },
    ]);
    const [listed] = await avro(cloud, metadata.snapshots[0]['manifest-list']);
    expect(listed).toMatchObject({ added_files_count: 1, added_rows_count: 2, partition_spec_id: 0 });
    const { manifest_path, manifest_length } = listed as { manifest_path: string; manifest_length: number };
    expect((await cloud.bytes(keyOf(manifest_path))).length).toBe(manifest_length);
    const [entry] = (await avro(cloud, manifest_path)) as { data_file: Record<string, unknown> }[];
    const file = entry?.data_file;
    expect(file).toMatchObject({ content: 0, file_format: 'PARQUET', record_count: 2 });
    expect((await cloud.bytes(keyOf(file?.file_path))).length).toBe(file?.file_size_in_bytes);

    await cloud.run(
      `CREATE EXTERNAL TABLE kinds_read (${columns.replace('smallint', 'int')}) STORED AS PARQUET LOCATION 's3://data/kinds/data/'`,
    );
    const rows = await cloud.rows('SELECT * FROM kinds ORDER BY id');
    expect(await cloud.rows('SELECT * FROM kinds_read ORDER BY id')).toEqual(rows);
    expect(await fieldIds(await cloud.bytes(keyOf(file?.file_path)))).toEqual(
      'id 1, small 2, price 3, at 4, day 5, ok 6, tags 7, element 10, counts 8, key 11, value 12, place 9, x 13, names 14, element 15',
    );
  });

  it('are written again after a change, and only then; those of the time before stay', async () => {
    await cloud.run("CREATE TABLE again (a int) LOCATION 's3://data/again' TBLPROPERTIES ('table_type' = 'ICEBERG')");
    expect(await metadataOf(cloud, 'again')).toMatchObject({ snapshots: [] });
    const locations: unknown[] = [];
    for (const sql of ['INSERT INTO again VALUES (1)', 'UPDATE again SET a = 2', 'DELETE FROM again WHERE a = 9']) {
      await cloud.run(sql);
      const location = (await shown(cloud, 'again'))?.Parameters?.metadata_location;
      expect((await shown(cloud, 'again'))?.Parameters?.metadata_location).toBe(location);
      locations.push(location);
    }
    expect(new Set(locations).size).toBe(3);
    const kept = (await cloud.keys('again/metadata/')).filter((key) => key.endsWith('.json'));
    expect(kept).toEqual(locations.slice(1).map(keyOf));
    await cloud.run('ALTER TABLE again ADD COLUMNS (b string)');
    expect((await metadataOf(cloud, 'again')).schemas[0].fields.map((field: { id: number }) => field.id)).toEqual([
      1, 2,
    ]);

    await cloud.close();
    await cloud.open();
    expect(await metadataOf(cloud, 'again')).toMatchObject({ 'last-sequence-number': 6 });
    await cloud.run('DROP TABLE again');
    expect(await cloud.keys('again/')).toEqual([]);
  });

  it('have the field ids and the partition spec that the table was made with', async () => {
    const Location = 's3://data/defined';
    const Fields = [
      { Id: 5, Name: 'run', Type: 'string', Required: false },
      { Id: 9, Name: 'n', Type: 'long', Required: false },
    ];
    const PartitionSpec = { Fields: [{ SourceId: 5, FieldId: 1000, Name: 'run_bucket', Transform: 'bucket[16]' }] };
    const CreateIcebergTableInput = { Location, Schema: { Fields }, PartitionSpec };
    await cloud.glue.send(
      new CreateTableCommand({
        DatabaseName: 'db',
        Name: 'defined',
        OpenTableFormatInput: { IcebergInput: { MetadataOperation: 'CREATE', CreateIcebergTableInput } },
      }),
    );
    await cloud.run(`CREATE TABLE by_sql (id bigint, day date) PARTITIONED BY (day, bucket(4, id))
      LOCATION 's3://data/by_sql' TBLPROPERTIES ('table_type' = 'ICEBERG')`);
    const [defined, bySql] = [await metadataOf(cloud, 'defined'), await metadataOf(cloud, 'by_sql')];
    expect(defined.schemas[0].fields.map(({ id, type }: { id: number; type: string }) => [id, type])).toEqual([
      [5, 'string'],
      [9, 'long'],
    ]);
    expect(defined['partition-specs']).toEqual([
      { 'spec-id': 0, fields: [{ 'source-id': 5, 'field-id': 1000, name: 'run_bucket', transform: 'bucket[16]' }] },
    ]);
    expect(bySql['partition-specs'][bySql['default-spec-id']].fields).toEqual([
      { 'source-id': 2, 'field-id': 1000, name: 'day', transform: 'identity' },
      { 'source-id': 1, 'field-id': 1001, name: 'id_bucket', transform: 'bucket[4]' },
    ]);
  });

  it('are written by Athena alone: the commit of another engine is refused', async () => {
    const table = await shown(cloud, 't');
    const { StorageDescriptor, Parameters } = table ?? {};
    const update = (metadata_location: string | undefined) =>
      cloud.glue.send(
        new UpdateTableCommand({
          DatabaseName: 'db',
          TableInput: {
            Name: 't',
            StorageDescriptor,
            Parameters: { ...Parameters, ...(metadata_location ? { metadata_location } : {}) },
          },
        }),
      );
    await update(Parameters?.metadata_location);
    await expect(update('s3://data/t/metadata/00009-x.metadata.json')).rejects.toThrow('written to by Athena alone');
  });

  it('are not named where they cannot be: without a bucket', async () => {
    await cloud.run(
      "CREATE TABLE nowhere (a int) LOCATION 's3://no-bucket/x' TBLPROPERTIES ('table_type' = 'ICEBERG')",
    );
    expect((await shown(cloud, 'nowhere'))?.Parameters).toEqual({ table_type: 'ICEBERG' });
  });
});

const list = (id: number, element: string) => ({
  type: 'list',
  'element-id': id,
  element,
  'element-required': false,
});

async function fieldIds(parquet: Uint8Array): Promise<string> {
  const path = join(cloud.dataDir, 'rows.parquet');
  writeFileSync(path, parquet);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.runAndReadAll(`SELECT name, field_id FROM parquet_schema('${path}')`);
  const named = result.getRows().filter(([, id]) => id !== null);
  return named.map((row) => row.join(' ')).join(', ');
}
