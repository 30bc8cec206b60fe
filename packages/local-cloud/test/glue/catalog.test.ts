import {
  BatchCreatePartitionCommand,
  CreateDatabaseCommand,
  CreateTableCommand,
  DeleteDatabaseCommand,
  DeleteTableCommand,
  GetDatabaseCommand,
  GetDatabasesCommand,
  GetPartitionsCommand,
  GetTableCommand,
  GetTablesCommand,
  GlueClient,
  UpdateTableCommand,
} from '@aws-sdk/client-glue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGlueService } from '../../src/glue/service.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';

let cloud: TestCloud;
let glue: GlueClient;

async function open(dataDir?: string): Promise<void> {
  cloud = await createTestCloud((context) => [createGlueService(context)], { dataDir });
  glue = new GlueClient(cloud.settings);
}

async function close(): Promise<void> {
  glue.destroy();
  await cloud.close();
}

beforeAll(async () => {
  await open();
  await glue.send(new CreateDatabaseCommand({ DatabaseInput: { Name: 'Sales' } }));
});
afterAll(async () => {
  glue.destroy();
  await cloud.remove();
});

const Columns = [{ Name: 'a', Type: 'string' }];

describe('databases', () => {
  it('go by names in lower case', async () => {
    const { Database } = await glue.send(new GetDatabaseCommand({ Name: 'SALES' }));
    expect(Database).toMatchObject({ Name: 'sales', CatalogId: '000000000000', CreateTime: expect.any(Date) });
  });

  it('are refused twice and reported when missing', async () => {
    await expect(glue.send(new CreateDatabaseCommand({ DatabaseInput: { Name: 'sales' } }))).rejects.toMatchObject({
      name: 'AlreadyExistsException',
    });
    await expect(glue.send(new GetDatabaseCommand({ Name: 'none' }))).rejects.toMatchObject({
      name: 'EntityNotFoundException',
    });
  });

  it('take their tables with them', async () => {
    await glue.send(new CreateDatabaseCommand({ DatabaseInput: { Name: 'brief' } }));
    await glue.send(
      new CreateTableCommand({ DatabaseName: 'brief', TableInput: { Name: 't', StorageDescriptor: { Columns } } }),
    );
    await glue.send(new DeleteDatabaseCommand({ Name: 'brief' }));
    await glue.send(new CreateDatabaseCommand({ DatabaseInput: { Name: 'brief' } }));
    expect((await glue.send(new GetTablesCommand({ DatabaseName: 'brief' }))).TableList).toEqual([]);
  });
});

describe('tables', () => {
  it('come back as they were made, also after a restart', async () => {
    const TableInput = {
      Name: 'Orders',
      TableType: 'EXTERNAL_TABLE',
      Parameters: { 'projection.enabled': 'true' },
      PartitionKeys: [{ Name: 'day', Type: 'string' }],
      StorageDescriptor: { Columns, Location: 's3://b/orders/', SerdeInfo: { SerializationLibrary: 'x' } },
    };
    await glue.send(new CreateTableCommand({ DatabaseName: 'sales', TableInput }));
    await close();
    await open(cloud.dataDir);
    const { Table } = await glue.send(new GetTableCommand({ DatabaseName: 'sales', Name: 'ORDERS' }));
    expect(Table).toMatchObject({ ...TableInput, Name: 'orders', DatabaseName: 'sales', VersionId: '0' });
  });

  it('are Iceberg with OpenTableFormatInput', async () => {
    const IcebergInput = { MetadataOperation: 'CREATE', Version: '2' } as const;
    const create = (StorageDescriptor: object) =>
      new CreateTableCommand({
        DatabaseName: 'sales',
        TableInput: { Name: 'ice', StorageDescriptor },
        OpenTableFormatInput: { IcebergInput },
      });
    await expect(glue.send(create({ Columns }))).rejects.toMatchObject({ name: 'InvalidInputException' });
    await expect(glue.send(create({ Location: 's3://b/ice/' }))).rejects.toMatchObject({
      name: 'InvalidInputException',
    });
    await glue.send(create({ Columns, Location: 's3://b/ice/' }));
    const { Table } = await glue.send(new GetTableCommand({ DatabaseName: 'sales', Name: 'ice' }));
    expect(Table?.Parameters?.table_type).toBe('ICEBERG');
    // Nobody here has its rows, so there is no such file.
    expect(Table?.Parameters?.metadata_location).toBeUndefined();
  });

  it('say of the columns of an Iceberg table which fields they are, for good', async () => {
    const Parameters = { table_type: 'ICEBERG' };
    const named = (...names: string[]) => ({
      Name: 'fields',
      Parameters,
      StorageDescriptor: { Columns: names.map((Name) => ({ Name, Type: 'int' })) },
    });
    const ids = async () => {
      const { Table } = await glue.send(new GetTableCommand({ DatabaseName: 'sales', Name: 'fields' }));
      return Table?.StorageDescriptor?.Columns?.map((column) => [column.Name, column.Parameters?.['iceberg.field.id']]);
    };
    await glue.send(new CreateTableCommand({ DatabaseName: 'sales', TableInput: named('a', 'b') }));
    const { Table } = await glue.send(new GetTableCommand({ DatabaseName: 'sales', Name: 'fields' }));
    expect(Table?.StorageDescriptor?.Columns?.[0]?.Parameters).toEqual({
      'iceberg.field.current': 'true',
      'iceberg.field.id': '1',
      'iceberg.field.optional': 'true',
    });
    await glue.send(new UpdateTableCommand({ DatabaseName: 'sales', TableInput: named('c', 'b') }));
    expect(await ids()).toEqual([
      ['c', '3'],
      ['b', '2'],
    ]);
    await glue.send(new DeleteTableCommand({ DatabaseName: 'sales', Name: 'fields' }));
  });

  it('are updated whole, and only from the version the caller saw', async () => {
    const TableInput = { Name: 'ice', StorageDescriptor: { Columns: [...Columns, { Name: 'b', Type: 'int' }] } };
    await glue.send(new UpdateTableCommand({ DatabaseName: 'sales', TableInput, VersionId: '0' }));
    const { Table } = await glue.send(new GetTableCommand({ DatabaseName: 'sales', Name: 'ice' }));
    expect(Table?.StorageDescriptor?.Columns).toHaveLength(2);
    await expect(
      glue.send(new UpdateTableCommand({ DatabaseName: 'sales', TableInput, VersionId: '0' })),
    ).rejects.toMatchObject({ name: 'ConcurrentModificationException' });
  });

  it('are listed in pages and by expression', async () => {
    const first = await glue.send(new GetTablesCommand({ DatabaseName: 'sales', MaxResults: 1 }));
    expect(first.TableList?.map((table) => table.Name)).toEqual(['ice']);
    const second = await glue.send(new GetTablesCommand({ DatabaseName: 'sales', NextToken: first.NextToken }));
    expect(second.TableList?.map((table) => table.Name)).toEqual(['orders']);
    const some = await glue.send(new GetTablesCommand({ DatabaseName: 'sales', Expression: 'ord*' }));
    expect(some.TableList?.map((table) => table.Name)).toEqual(['orders']);
  });

  it('are refused with a column twice, a missing name or a second time', async () => {
    const twice = { Name: 'x', StorageDescriptor: { Columns: [...Columns, { Name: 'A', Type: 'int' }] } };
    const create = (TableInput?: object) =>
      glue.send(new CreateTableCommand({ DatabaseName: 'sales', TableInput: TableInput as { Name: string } }));
    await expect(create(twice)).rejects.toMatchObject({ name: 'InvalidInputException' });
    await expect(create({})).rejects.toMatchObject({ name: 'InvalidInputException' });
    await expect(create({ Name: 'orders' })).rejects.toMatchObject({ name: 'AlreadyExistsException' });
  });

  it('are gone when deleted', async () => {
    await glue.send(new DeleteTableCommand({ DatabaseName: 'sales', Name: 'ice' }));
    await expect(glue.send(new DeleteTableCommand({ DatabaseName: 'sales', Name: 'ice' }))).rejects.toMatchObject({
      name: 'EntityNotFoundException',
    });
  });
});

it('keeps partitions', async () => {
  const of = { DatabaseName: 'sales', TableName: 'orders' };
  expect((await glue.send(new GetPartitionsCommand(of))).Partitions).toEqual([]);
  await glue.send(new BatchCreatePartitionCommand({ ...of, PartitionInputList: [{ Values: ['1'] }] }));
  const values = async () =>
    (await glue.send(new GetPartitionsCommand(of))).Partitions?.map((partition) => partition.Values);
  expect(await values()).toEqual([['1']]);

  const PartitionInputList = [{ Values: ['1'] }, { Values: ['2'] }];
  const made = await glue.send(new BatchCreatePartitionCommand({ ...of, PartitionInputList }));
  expect(made.Errors).toMatchObject([{ PartitionValues: ['1'], ErrorDetail: { ErrorCode: 'AlreadyExistsException' } }]);
  expect(await values()).toEqual([['1'], ['2']]);
});

it('keeps catalogs apart', async () => {
  const CatalogId = '000000000000:s3tablescatalog/bucket';
  await glue.send(new CreateDatabaseCommand({ CatalogId, DatabaseInput: { Name: 'ns' } }));
  const own = await glue.send(new GetDatabasesCommand({}));
  expect(own.DatabaseList?.map((database) => database.Name)).not.toContain('ns');
  const nested = await glue.send(new GetDatabasesCommand({ CatalogId }));
  expect(nested.DatabaseList?.map((database) => database.Name)).toEqual(['ns']);
});
