import { GetQueryResultsCommand } from '@aws-sdk/client-athena';
import { CreateDatabaseCommand, CreateTableCommand, GetTableCommand } from '@aws-sdk/client-glue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AthenaCloud, OUTPUT } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
  await cloud.run(
    "CREATE TABLE t (id string, n bigint) LOCATION 's3://data/t' TBLPROPERTIES ('table_type' = 'ICEBERG')",
  );
  await cloud.run("INSERT INTO t VALUES ('a', 1), ('b', 2)");
});
afterAll(() => cloud.end());

async function lines(sql: string): Promise<(string | undefined)[]> {
  const { QueryExecutionId } = await cloud.run(sql);
  const { ResultSet } = await cloud.athena.send(new GetQueryResultsCommand({ QueryExecutionId }));
  return (ResultSet?.Rows ?? []).map((row) => row.Data?.[0]?.VarCharValue);
}

describe('CREATE TABLE AS', () => {
  it('makes an Iceberg table', async () => {
    await cloud.run(`CREATE TABLE copied WITH (table_type = 'ICEBERG', is_external = false, location = 's3://data/copied/')
      AS SELECT id, n * 2 AS twice, sum(n) OVER () AS total FROM t`);
    await cloud.run("UPDATE copied SET twice = 0 WHERE id = 'a'");
    expect(await cloud.rows('SELECT * FROM copied ORDER BY id')).toEqual([
      ['a', '0', '3'],
      ['b', '4', '3'],
    ]);
    const { Table } = await cloud.glue.send(new GetTableCommand({ DatabaseName: 'db', Name: 'copied' }));
    expect(Table?.Parameters?.table_type).toBe('ICEBERG');
    expect(Table?.StorageDescriptor?.Columns?.map((column) => column.Type)).toEqual(['string', 'bigint', 'bigint']);
  });

  it.each(['PARQUET', 'JSON', 'TEXTFILE'])('makes a table of %s files', async (format) => {
    const name = `as_${format.toLowerCase()}`;
    await cloud.run(
      `CREATE TABLE ${name} WITH (format = '${format}', external_location = 's3://data/${name}/') AS SELECT * FROM t`,
    );
    expect(await cloud.rows(`SELECT * FROM ${name} ORDER BY id`)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(
      await cloud.failure(`CREATE TABLE other WITH (external_location = 's3://data/${name}/') AS SELECT 1 AS a`),
    ).toContain('HIVE_PATH_ALREADY_EXISTS');
  });

  it('lists the files it wrote in a manifest, beside the results of tables', async () => {
    const execution = await cloud.run("CREATE TABLE listed WITH (format = 'PARQUET') AS SELECT * FROM t");
    const { QueryExecutionId: id, ResultConfiguration, Statistics } = execution;
    expect(ResultConfiguration?.OutputLocation).toBe(`${OUTPUT}tables/${id}`);
    expect(Statistics?.DataManifestLocation).toBe(`${OUTPUT}tables/${id}-manifest.csv`);
    const written = (await cloud.keys(`athena/tables/${id}/`)).map((key) => `s3://data/${key}\n`);
    expect(written.length).toBeGreaterThan(0);
    expect((await cloud.text(`athena/tables/${id}-manifest.csv`)).split(/(?<=\n)/).sort()).toEqual(written);
  });

  it('partitions by the last columns', async () => {
    await cloud.run(
      "CREATE TABLE parted WITH (format = 'PARQUET', partitioned_by = ARRAY['id']) AS SELECT n, id FROM t",
    );
    expect(await cloud.rows("SELECT n FROM parted WHERE id = 'b'")).toEqual([['2']]);
    expect(await lines('SHOW PARTITIONS parted')).toEqual(['id=a', 'id=b']);
  });

  it('needs a name for every column, and a new name for the table', async () => {
    expect(await cloud.failure("CREATE TABLE x WITH (format = 'JSON') AS SELECT 1")).toContain(
      'Column name not specified at position 1',
    );
    expect(await cloud.failure('CREATE TABLE t AS SELECT 1 AS a')).toContain(
      "TABLE_ALREADY_EXISTS: line 1:14: Table 'awsdatacatalog.db.t' already exists",
    );
    await cloud.run('CREATE TABLE IF NOT EXISTS t AS SELECT 1 AS a');
    expect(await cloud.rows('SELECT count(*) FROM t')).toEqual([['2']]);
  });
});

describe('views', () => {
  it('are queries by name, in the database they were made in', async () => {
    await cloud.run("CREATE VIEW v AS SELECT upper(id) AS id, n, 'é🙂' AS e FROM t -- all of it");
    expect(await cloud.rows('SELECT x.id, e FROM db.v x ORDER BY 1', { QueryExecutionContext: {} })).toEqual([
      ['A', 'é🙂'],
      ['B', 'é🙂'],
    ]);
    expect(await cloud.failure('CREATE VIEW v AS SELECT 1 AS a')).toContain('already exists');
    await cloud.run('CREATE OR REPLACE VIEW v AS SELECT count(*) AS c FROM t');
    expect(await cloud.rows('SELECT c FROM v')).toEqual([['2']]);
    expect(await cloud.failure('INSERT INTO v VALUES (1)')).toContain('NOT_SUPPORTED');
    await cloud.run('DROP VIEW v');
    expect(await cloud.failure('SELECT * FROM v')).toContain('TABLE_NOT_FOUND');
  });
});

describe('what Hive’s DDL shows and changes', () => {
  it('lists databases and tables, and describes a table', async () => {
    expect(await lines('SHOW DATABASES')).toEqual(['db', 'default']);
    expect(await lines("SHOW TABLES IN db 't'")).toEqual(['t']);
    expect(await lines('DESCRIBE t')).toEqual([
      '# Table schema:\t\t',
      '# col_name\tdata_type\tcomment',
      'id\tstring\t',
      'n\tbigint\t',
      '\t\t',
      '# Partition spec:\t\t',
      '# field_name\tfield_transform\tcolumn_name',
    ]);
  });

  it('describes a Hive table in columns of 20 characters, its partition columns twice', async () => {
    await cloud.run(
      "CREATE EXTERNAL TABLE hive (n int COMMENT 'abc') PARTITIONED BY (day string) LOCATION 's3://data/hive/'",
    );
    const day = `day${' '.repeat(17)}\tstring${' '.repeat(14)}\t${' '.repeat(20)}`;
    expect(await lines('DESCRIBE hive')).toEqual([
      `n${' '.repeat(19)}\tint${' '.repeat(17)}\tabc${' '.repeat(17)}`,
      day,
      '\t \t ',
      '# Partition Information\t \t ',
      `# col_name${' '.repeat(10)}\tdata_type${' '.repeat(11)}\tcomment${' '.repeat(13)}`,
      '\t \t ',
      day,
    ]);
  });

  it('describes what an Iceberg table is partitioned by', async () => {
    await cloud.run(
      "CREATE TABLE by_two (id bigint, day string) PARTITIONED BY (day, bucket(16, id)) LOCATION 's3://data/two' TBLPROPERTIES ('table_type' = 'ICEBERG')",
    );
    expect((await lines('DESCRIBE by_two')).slice(-2)).toEqual(['day\tidentity\tday', 'id_bucket\tbucket[16]\tid']);
  });

  it.each(['SHOW CREATE TABLE t', 'SHOW COLUMNS IN t', "SHOW TBLPROPERTIES t ('note')"])(
    'does not host %s',
    async (sql) => {
      await expect(cloud.start(sql)).rejects.toMatchObject({ name: 'InvalidRequestException' });
    },
  );

  it('takes names in backquotes, the database’s too', async () => {
    await cloud.run('CREATE DATABASE `odd-name`');
    await cloud.run(
      "CREATE TABLE `odd-name`.`x` (`a` string) LOCATION 's3://data/odd' TBLPROPERTIES ('table_type' = 'ICEBERG')",
    );
    expect(await lines('SHOW TABLES IN `odd-name`')).toEqual(['x']);
    await cloud.run('ALTER TABLE `odd-name`.`x` ADD COLUMNS (`b` int)');
    expect((await lines('DESCRIBE `odd-name`.`x`')).slice(2, 4)).toEqual(['a\tstring\t', 'b\tint\t']);
    expect(await cloud.rows('SELECT count(*) FROM "odd-name"."x"')).toEqual([['0']]);
    await expect(cloud.start('SELECT * FROM `odd-name`.x')).rejects.toThrow('backquoted identifiers are not supported');
    await cloud.run('DROP DATABASE `odd-name` CASCADE');
  });

  it('takes the database of the context in back quotes', async () => {
    const { QueryExecutionId } = await cloud.run('DESCRIBE `t`;', { QueryExecutionContext: { Database: '`db`' } });
    expect(await cloud.text(`athena/${QueryExecutionId}.txt`)).toMatch(/^id\s+string/m);
  });

  it('takes OPTIMIZE and VACUUM for Iceberg tables', async () => {
    await cloud.run('OPTIMIZE t REWRITE DATA USING BIN_PACK WHERE n > 1');
    await cloud.run('VACUUM t');
    await cloud.run(
      "CREATE EXTERNAL TABLE ext (a string) ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://data/ext/'",
    );
    expect(await cloud.failure('VACUUM ext')).toContain('NOT_SUPPORTED');
  });

  it('drops a database only with its tables when told to', async () => {
    await cloud.run('CREATE DATABASE other');
    await cloud.run("CREATE TABLE other.x (a string) LOCATION 's3://data/x' TBLPROPERTIES ('table_type' = 'ICEBERG')");
    expect(await cloud.failure('DROP DATABASE other')).toContain('is not empty');
    await cloud.run('DROP DATABASE other CASCADE');
    expect(await lines('SHOW DATABASES')).toEqual(['db', 'default']);
    await cloud.run('DROP DATABASE IF EXISTS other');
    await cloud.run('DROP TABLE IF EXISTS nothing');
    expect(await cloud.failure('DROP TABLE nothing')).toContain('TABLE_NOT_FOUND');
  });
});

describe('tables about tables', () => {
  it.each(['information_schema.tables', '"t$partitions"', '"t$snapshots"'])('%s is not there', async (name) => {
    expect(await cloud.failure(`SELECT * FROM ${name}`)).toMatch(/TABLE_NOT_FOUND|SCHEMA_NOT_FOUND/);
  });
});

describe('S3 Tables', () => {
  const context = { QueryExecutionContext: { Catalog: 's3tablescatalog/bucket', Database: 'ns' } };

  it('are Iceberg tables of another catalog', async () => {
    const CatalogId = '000000000000:s3tablescatalog/bucket';
    await cloud.glue.send(new CreateDatabaseCommand({ CatalogId, DatabaseInput: { Name: 'ns' } }));
    await cloud.glue.send(
      new CreateTableCommand({
        CatalogId,
        DatabaseName: 'ns',
        TableInput: {
          Name: 'r',
          StorageDescriptor: {
            Columns: [
              { Name: 'id', Type: 'string' },
              { Name: 'n', Type: 'long' },
            ],
          },
        },
      }),
    );
    await cloud.run('INSERT INTO r SELECT id, n FROM "awsdatacatalog"."db"."t"', context);
    expect(await cloud.rows('SELECT * FROM "s3tablescatalog/bucket"."ns"."r" ORDER BY id')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(await cloud.failure('SELECT * FROM ns.r')).toContain("Schema 'ns' does not exist");
  });

  it('take no view, no OPTIMIZE, no VACUUM', async () => {
    expect(await cloud.failure('CREATE VIEW v AS SELECT 1 AS a', context)).toContain('NOT_SUPPORTED');
    expect(await cloud.failure('VACUUM r', context)).toContain('NOT_SUPPORTED');
  });
});
