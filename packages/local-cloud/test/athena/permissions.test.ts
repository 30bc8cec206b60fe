import { AthenaClient, GetQueryResultsCommand } from '@aws-sdk/client-athena';
import {
  CreateDatabaseCommand,
  DeleteDatabaseCommand,
  GetDatabaseCommand,
  GetTableCommand,
} from '@aws-sdk/client-glue';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import type { Caller, Permission } from '../../src/service.ts';
import { AthenaCloud } from './athena-cloud.ts';

/** What the role may not do; everything else it may. */
let denied: (permission: Permission) => boolean;

function authorize(caller: Caller, permissions: Permission[]): void {
  for (const permission of permissions) {
    if (!denied(permission)) continue;
    const { action, resource } = permission;
    throw new AwsError(
      'AccessDeniedException',
      `User: ${caller.arn} is not authorized to perform: ${action} on resource: ${resource}`,
    );
  }
}

let cloud: AthenaCloud;
let asRole: AthenaClient;
beforeAll(async () => {
  denied = () => false;
  cloud = await AthenaCloud.start(authorize);
  await cloud.run(
    "CREATE TABLE t (id string) LOCATION 's3://data/warehouse/t' TBLPROPERTIES ('table_type' = 'ICEBERG')",
  );
  await cloud.run(
    "CREATE EXTERNAL TABLE ext (id string) ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION 's3://data/ext/'",
  );
  await cloud.put('ext/1', '{"id":"a"}\n');
  const partitioned = (name: string, properties = '') =>
    cloud.run(
      `CREATE EXTERNAL TABLE ${name} (id string) PARTITIONED BY (day string) STORED AS PARQUET LOCATION 's3://data/${name}/' ${properties}`,
    );
  await partitioned('parts');
  await partitioned('projected', "TBLPROPERTIES ('projection.enabled' = 'true', 'projection.day.type' = 'injected')");
  const CatalogId = '000000000000:s3tablescatalog/lake';
  await cloud.glue.send(new CreateDatabaseCommand({ CatalogId, DatabaseInput: { Name: 'ns' } }));
  await cloud.run('CREATE TABLE "s3tablescatalog/lake"."ns"."t" AS SELECT 1 AS id');
  const role = cloud.context.assumeRole('arn:aws:iam::000000000000:role/analyst', 'test');
  asRole = new AthenaClient(cloud.configuration(cloud.context.credentialsFor(role)));
});
beforeEach(() => {
  denied = () => false;
});
afterAll(async () => {
  asRole.destroy();
  await cloud.end();
});

const reason = async (sql: string): Promise<string | undefined> =>
  (await cloud.finished(await cloud.start(sql, {}, asRole))).Status?.StateChangeReason;

it('lets a role that may do everything run everything', async () => {
  for (const sql of ['SELECT * FROM t', 'SELECT * FROM ext', "INSERT INTO t VALUES ('a')"]) {
    expect(await reason(sql)).toBeUndefined();
  }
});

it('asks for athena:StartQueryExecution on the workgroup', async () => {
  denied = ({ action }) => action === 'athena:StartQueryExecution';
  await expect(cloud.start('SELECT 1', {}, asRole)).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('arn:aws:athena:us-east-1:000000000000:workgroup/primary'),
  });
});

const ARN = 'us-east-1:000000000000';
const LAKE = '"s3tablescatalog/lake"."ns"."t"';
const PARTITIONED =
  "CREATE EXTERNAL TABLE made (id string) PARTITIONED BY (day string) STORED AS PARQUET LOCATION 's3://data/made/'";

it.each([
  ['SELECT 1', 'athena:GetDataCatalog', `arn:aws:athena:${ARN}:datacatalog/AwsDataCatalog`],
  ['SELECT 1', 'glue:GetDatabase', `arn:aws:glue:${ARN}:database/default`],
  ['SELECT * FROM t', 'glue:GetDatabase', `arn:aws:glue:${ARN}:database/db`],
  ['SELECT * FROM t', 'glue:GetTable', `arn:aws:glue:${ARN}:table/db/t`],
  ['SELECT * FROM t', 'glue:GetTable', `arn:aws:glue:${ARN}:database/db`],
  ['SELECT * FROM t', 's3:GetObject', 'arn:aws:s3:::data/warehouse/t/metadata/file'],
  ['SELECT * FROM ext', 's3:GetObject', 'arn:aws:s3:::data/ext/1'],
  ['SELECT * FROM ext', 's3:ListBucket', 'arn:aws:s3:::data'],
  ['SELECT * FROM parts', 'glue:GetPartitions', `arn:aws:glue:${ARN}:table/db/parts`],
  ["INSERT INTO t VALUES ('a')", 's3:PutObject', 'arn:aws:s3:::data/warehouse/t/data/file'],
  ["INSERT INTO t VALUES ('a')", 'glue:UpdateTable', `arn:aws:glue:${ARN}:table/db/t`],
  ["INSERT INTO t VALUES ('a')", 's3:GetObject', 'arn:aws:s3:::data/warehouse/t/metadata/file'],
  ['ALTER TABLE t ADD COLUMNS (n int)', 's3:PutObject', 'arn:aws:s3:::data/warehouse/t/data/file'],
  ['ALTER TABLE t ADD COLUMNS (n int)', 'glue:UpdateTable', `arn:aws:glue:${ARN}:table/db/t`],
  ['ALTER TABLE ext ADD COLUMNS (n int)', 'glue:UpdateTable', `arn:aws:glue:${ARN}:table/db/ext`],
  [PARTITIONED, 'glue:CreateTable', `arn:aws:glue:${ARN}:table/db/made`],
  [PARTITIONED, 'glue:GetDatabase', `arn:aws:glue:${ARN}:database/db`],
  ['MSCK REPAIR TABLE parts', 'glue:GetPartitions', `arn:aws:glue:${ARN}:table/db/parts`],
  ['MSCK REPAIR TABLE parts', 'glue:BatchCreatePartition', `arn:aws:glue:${ARN}:table/db/parts`],
  ['SHOW TABLES', 'glue:GetDatabase', `arn:aws:glue:${ARN}:database/db`],
  ['SHOW TABLES', 'glue:GetTables', `arn:aws:glue:${ARN}:table/db/*`],
  ['CREATE DATABASE other', 'glue:CreateDatabase', `arn:aws:glue:${ARN}:database/other`],
  ['DROP TABLE t', 'glue:GetTable', `arn:aws:glue:${ARN}:table/db/t`],
  ['DROP TABLE t', 'glue:DeleteTable', `arn:aws:glue:${ARN}:table/db/t`],
  ['DROP DATABASE db', 'glue:DeleteDatabase', `arn:aws:glue:${ARN}:database/db`],
  [`SELECT * FROM ${LAKE}`, 'athena:GetDataCatalog', `arn:aws:athena:${ARN}:datacatalog/s3tablescatalog/lake`],
  [`SELECT * FROM ${LAKE}`, 'glue:GetCatalog', `arn:aws:glue:${ARN}:catalog/s3tablescatalog/lake`],
  [`SELECT * FROM ${LAKE}`, 'glue:GetCatalog', `arn:aws:glue:${ARN}:catalog/s3tablescatalog`],
  [`SELECT * FROM ${LAKE}`, 'glue:GetCatalog', `arn:aws:glue:${ARN}:catalog`],
  [`SELECT * FROM ${LAKE}`, 'glue:GetDatabase', `arn:aws:glue:${ARN}:database/s3tablescatalog/lake/ns`],
  [`SELECT * FROM ${LAKE}`, 'glue:GetTable', `arn:aws:glue:${ARN}:table/s3tablescatalog/lake/ns/t`],
  [`SELECT * FROM ${LAKE}`, 's3tables:GetTableBucket', `arn:aws:s3tables:${ARN}:bucket/lake`],
  [`SELECT * FROM ${LAKE}`, 's3tables:GetNamespace', `arn:aws:s3tables:${ARN}:bucket/lake`],
  [`SELECT * FROM ${LAKE}`, 's3tables:GetTable', `arn:aws:s3tables:${ARN}:bucket/lake/table/*`],
  [`SELECT * FROM ${LAKE}`, 's3tables:GetTableMetadataLocation', `arn:aws:s3tables:${ARN}:bucket/lake/table/*`],
  [`SELECT * FROM ${LAKE}`, 's3tables:GetTableData', `arn:aws:s3tables:${ARN}:bucket/lake/table/*`],
  [`DELETE FROM ${LAKE}`, 's3tables:PutTableData', `arn:aws:s3tables:${ARN}:bucket/lake/table/*`],
  [`DELETE FROM ${LAKE}`, 's3tables:UpdateTableMetadataLocation', `arn:aws:s3tables:${ARN}:bucket/lake/table/*`],
  [`DELETE FROM ${LAKE}`, 'glue:UpdateTable', `arn:aws:glue:${ARN}:table/s3tablescatalog/lake/ns/t`],
])('%s fails without %s on %s', async (sql, action, resource) => {
  denied = (permission) => permission.action === action && permission.resource === resource;
  const message = await reason(sql);
  expect(message).toContain('arn:aws:sts::000000000000:assumed-role/analyst/test is not authorized to perform');
  expect(message).toContain(`${action} on resource: ${resource}`);
});

it('asks for no partitions of a table whose properties say where they are', async () => {
  denied = ({ action }) => action === 'glue:GetPartitions';
  expect(await reason("SELECT * FROM projected WHERE day = '1'")).toBeUndefined();
});

it('makes the database `default` where it is missing, if the caller may', async () => {
  const { glue } = cloud;
  await glue.send(new DeleteDatabaseCommand({ Name: 'default' }));
  denied = ({ action }) => action === 'glue:CreateDatabase';
  expect(await reason('SELECT 1')).toContain(`glue:CreateDatabase on resource: arn:aws:glue:${ARN}:database/default`);
  denied = () => false;
  expect(await reason('SELECT 1')).toBeUndefined();
  expect((await glue.send(new GetDatabaseCommand({ Name: 'default' }))).Database?.Name).toBe('default');
});

it('fails without leave to write the result, and hides results from those who may not read them', async () => {
  denied = ({ action, resource }) => action === 's3:PutObject' && resource.startsWith('arn:aws:s3:::data/athena/');
  expect(await reason('SELECT 1')).toContain('Access denied when writing output to url: s3://data/athena/');
  denied = ({ action, resource }) => action === 's3:GetObject' && resource.startsWith('arn:aws:s3:::data/athena/');
  const { QueryExecutionId } = await cloud.run('SELECT 1');
  await expect(asRole.send(new GetQueryResultsCommand({ QueryExecutionId }))).rejects.toThrow('s3:GetObject');
});

it('asks Lake Formation for files at a registered location, and S3 for all others', async () => {
  const of = (operation: string) =>
    cloud.context.call(
      'lakeformation',
      operation,
      { ResourceArn: 'arn:aws:s3:::data/warehouse', UseServiceLinkedRole: true },
      cloud.context.administrator,
    );
  const isRegistered = async () =>
    (await cloud.glue.send(new GetTableCommand({ DatabaseName: 'db', Name: 't' }))).Table
      ?.IsRegisteredWithLakeFormation;
  const asks = async (action: string, sql: string) => {
    denied = (permission) => permission.action === action;
    return (await reason(sql))?.includes(action) ?? false;
  };
  expect(await asks('lakeformation:GetDataAccess', 'SELECT * FROM t')).toBe(false);
  expect(await isRegistered()).toBe(false);
  await of('RegisterResource');
  await expect(of('RegisterResource')).rejects.toThrow('already registered');
  expect(await isRegistered()).toBe(true);
  for (const sql of ['SELECT * FROM t', "INSERT INTO t VALUES ('b')"]) {
    expect(await asks('lakeformation:GetDataAccess', sql)).toBe(true);
  }
  expect(await asks('s3:GetObject', 'SELECT * FROM t')).toBe(false);
  expect(await asks('lakeformation:GetDataAccess', 'SELECT * FROM ext')).toBe(false);
  expect(await asks('s3:GetObject', 'SELECT * FROM ext')).toBe(true);
  await of('DeregisterResource');
  await expect(of('DeregisterResource')).rejects.toThrow('not found');
});

it('needs leave to write where UNLOAD writes', async () => {
  denied = ({ action, resource }) => action === 's3:PutObject' && resource.startsWith('arn:aws:s3:::data/out/');
  expect(await reason("UNLOAD (SELECT 1 AS a) TO 's3://data/out/' WITH (format = 'JSON')")).toContain('s3:PutObject');
  expect(await cloud.keys('out/')).toEqual([]);
});
