import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { inputParser } from '../parse-input.ts';

const name = z.string().min(1).max(255);
const catalogId = z.string().min(1).max(255).optional();
const parameters = z.record(z.string(), z.string()).optional();
const column = z.looseObject({
  Name: name,
  Type: z.string().max(131_072).optional(),
  Comment: z.string().optional(),
  Parameters: parameters,
});
const columns = z.array(column).optional();

const storageDescriptor = z.looseObject({
  Columns: columns,
  Location: z.string().optional(),
  InputFormat: z.string().optional(),
  OutputFormat: z.string().optional(),
  SerdeInfo: z.looseObject({ SerializationLibrary: z.string().optional(), Parameters: parameters }).optional(),
});

const databaseInput = z.looseObject({
  Name: name,
  Description: z.string().optional(),
  Parameters: parameters,
  CreateTableDefaultPermissions: z.array(z.looseObject({})).optional(),
});

const tableInput = z.looseObject({
  Name: name,
  Description: z.string().optional(),
  StorageDescriptor: storageDescriptor.optional(),
  PartitionKeys: columns,
  ViewOriginalText: z.string().optional(),
  ViewExpandedText: z.string().optional(),
  TableType: z.string().optional(),
  Parameters: parameters,
});

const partitionInput = z.looseObject({
  Values: z.array(z.string()).min(1),
  StorageDescriptor: storageDescriptor.optional(),
  Parameters: parameters,
});

const partitionField = z.looseObject({
  FieldId: z.coerce.number().int().optional(),
  SourceId: z.coerce.number().int(),
  Name: name,
  Transform: z.string(),
});

const icebergInput = z.looseObject({
  MetadataOperation: z.literal('CREATE'),
  Version: z.string().optional(),
  CreateIcebergTableInput: z
    .looseObject({
      Location: z.string(),
      Schema: z.looseObject({
        Fields: z.array(
          z.looseObject({
            Id: z.coerce.number().int().optional(),
            Name: name,
            Type: z.unknown(),
            Required: z.boolean().optional(),
          }),
        ),
      }),
      PartitionSpec: z.looseObject({ Fields: z.array(partitionField).optional() }).optional(),
      Properties: parameters,
    })
    .optional(),
});

export const createDatabaseInput = z.looseObject({ CatalogId: catalogId, DatabaseInput: databaseInput });
export const databaseName = z.looseObject({ CatalogId: catalogId, Name: name });
export const updateDatabaseInput = z.looseObject({ CatalogId: catalogId, Name: name, DatabaseInput: databaseInput });
const page = { MaxResults: z.number().int().min(1).max(1000).optional(), NextToken: z.string().optional() };
export const getDatabasesInput = z.looseObject({ CatalogId: catalogId, ...page });
export const createTableInput = z.looseObject({
  CatalogId: catalogId,
  DatabaseName: name,
  Name: name.optional(),
  TableInput: tableInput.optional(),
  OpenTableFormatInput: z.looseObject({ IcebergInput: icebergInput.optional() }).optional(),
});
export const tableName = z.looseObject({ CatalogId: catalogId, DatabaseName: name, Name: name });
export const getTablesInput = z.looseObject({
  CatalogId: catalogId,
  DatabaseName: name,
  Expression: z.string().max(2048).optional(),
  ...page,
});
export const updateTableInput = z.looseObject({
  CatalogId: catalogId,
  DatabaseName: name,
  TableInput: tableInput,
  VersionId: z.string().optional(),
});
const partitionsOf = { CatalogId: catalogId, DatabaseName: name, TableName: name };
export const getPartitionsInput = z.looseObject({ ...partitionsOf, ...page });
export const batchCreatePartitionInput = z.looseObject({
  ...partitionsOf,
  PartitionInputList: z.array(partitionInput).max(100),
});

export type DatabaseInput = z.output<typeof databaseInput>;
export type TableInput = z.output<typeof tableInput>;
export type PartitionInput = z.output<typeof partitionInput>;
export type Column = z.output<typeof column>;
export type PartitionField = z.output<typeof partitionField>;
export type IcebergInput = z.output<typeof icebergInput>;
export type IcebergField = NonNullable<IcebergInput['CreateIcebergTableInput']>['Schema']['Fields'][number];

const INVALID = 'InvalidInputException';

export const parseInput = inputParser({ invalid: INVALID, missing: INVALID });

export const onePage = (size: number | undefined, token: string | undefined) => ({
  size: size ?? 100,
  token,
  refusal: () => new AwsError(INVALID, `The NextToken ${token} is not one this service gave out.`),
});
