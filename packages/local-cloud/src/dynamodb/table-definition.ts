import { z } from 'zod';
import { invalid, invalidParameter } from './errors.ts';
import type { Key, KeyType } from './key.ts';

const keySchema = z
  .array(z.object({ AttributeName: z.string().min(1).max(255), KeyType: z.enum(['HASH', 'RANGE']) }))
  .min(1)
  .max(2);

const index = z.object({
  IndexName: z
    .string()
    .min(3)
    .max(255)
    .regex(/^[a-zA-Z0-9_.-]+$/),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
    NonKeyAttributes: z.array(z.string().min(1).max(255)).min(1).max(20).optional(),
  }),
});

const throughput = z.object({ ReadCapacityUnits: z.int().min(1), WriteCapacityUnits: z.int().min(1) });

export const attributeDefinitions = z.array(
  z.object({ AttributeName: z.string().min(1).max(255), AttributeType: z.enum(['S', 'N', 'B']) }),
);

export const globalIndex = index.extend({ ProvisionedThroughput: throughput.optional() });

export const tableDefinition = z.object({
  TableName: z
    .string()
    .min(3)
    .max(255)
    .regex(/^[a-zA-Z0-9_.-]+$/),
  AttributeDefinitions: attributeDefinitions,
  KeySchema: keySchema,
  BillingMode: z.enum(['PROVISIONED', 'PAY_PER_REQUEST']).default('PROVISIONED'),
  ProvisionedThroughput: throughput.optional(),
  GlobalSecondaryIndexes: z.array(globalIndex).min(1).max(20).optional(),
  LocalSecondaryIndexes: z.array(index).min(1).max(5).optional(),
  DeletionProtectionEnabled: z.boolean().default(false),
  TableClass: z.enum(['STANDARD', 'STANDARD_INFREQUENT_ACCESS']).optional(),
  Tags: z.array(z.object({ Key: z.string().min(1).max(128), Value: z.string().max(256) })).optional(),
});

type Requested = z.output<typeof tableDefinition>;
export type IndexDefinition = z.output<typeof globalIndex>;

/** What CreateTable asked for, and what has been set on the table since. */
export interface TableDefinition extends Requested {
  readonly TableId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly ttlAttribute?: string;
}

/** The rules that bind the parts of a definition to one another. */
export function checkDefinition(definition: Requested): void {
  const { BillingMode, ProvisionedThroughput, GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = definition;
  if (BillingMode === 'PROVISIONED' && !ProvisionedThroughput) {
    throw invalidParameter(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    );
  }
  if (BillingMode === 'PAY_PER_REQUEST' && ProvisionedThroughput) {
    throw invalidParameter(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    );
  }
  const indexes = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes];
  for (const schema of [definition.KeySchema, ...indexes.map(({ KeySchema }) => KeySchema)]) checkKeySchema(schema);
  checkAttributes(definition, indexes);
  if (new Set(indexes.map(({ IndexName }) => IndexName)).size < indexes.length) {
    throw invalidParameter('Duplicate index name');
  }
  const hash = definition.KeySchema[0]?.AttributeName;
  for (const { IndexName, KeySchema } of LocalSecondaryIndexes) {
    if (definition.KeySchema.length < 2) {
      throw invalidParameter(
        'Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex',
      );
    }
    if (KeySchema[0]?.AttributeName !== hash) {
      throw invalidParameter(
        `Index KeySchema does not have the same leading hash key as table KeySchema for index: ${IndexName}. index hash key: ${KeySchema[0]?.AttributeName}, table hash key: ${hash}`,
      );
    }
  }
  for (const { Projection } of indexes) {
    if (Projection.ProjectionType === 'INCLUDE' && !Projection.NonKeyAttributes) {
      throw invalidParameter('ProjectionType is INCLUDE, but NonKeyAttributes is not specified');
    }
    if (Projection.ProjectionType !== 'INCLUDE' && Projection.NonKeyAttributes) {
      throw invalidParameter(`ProjectionType is ${Projection.ProjectionType}, but NonKeyAttributes is specified`);
    }
  }
}

function checkKeySchema(schema: Requested['KeySchema']): void {
  if (schema[0]?.KeyType !== 'HASH') {
    throw invalid('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
  }
  if (schema[1] && schema[1].KeyType !== 'RANGE') {
    throw invalid('Invalid KeySchema: The second KeySchemaElement is not a RANGE key type');
  }
  if (schema[1]?.AttributeName === schema[0].AttributeName) {
    throw invalid('Both the Hash Key and the Range Key element in the KeySchema have the same name');
  }
}

function checkAttributes(definition: Requested, indexes: readonly Pick<IndexDefinition, 'KeySchema'>[]): void {
  const defined = definition.AttributeDefinitions.map(({ AttributeName }) => AttributeName);
  const schemas = [definition.KeySchema, ...indexes.map(({ KeySchema }) => KeySchema)];
  const used = new Set(schemas.flat().map(({ AttributeName }) => AttributeName));
  const missing = [...used].filter((name) => !defined.includes(name));
  if (missing.length > 0) {
    throw invalidParameter(
      `Some index key attributes are not defined in AttributeDefinitions. Keys: [${missing.join(', ')}], AttributeDefinitions: [${defined.join(', ')}]`,
    );
  }
  if (defined.length !== used.size) {
    throw invalidParameter(
      indexes.length === 0
        ? 'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions'
        : `Some AttributeDefinitions are not used. AttributeDefinitions: [${defined.join(', ')}], keys used: [${[...used].join(', ')}]`,
    );
  }
}

export function keyFrom(schema: Requested['KeySchema'], definitions: Requested['AttributeDefinitions']): Key {
  const [hash, range] = schema.map(({ AttributeName }) => ({
    name: AttributeName,
    type: definitions.find((definition) => definition.AttributeName === AttributeName)?.AttributeType as KeyType,
  }));
  if (!hash) throw invalid('Invalid KeySchema: it has no HASH key');
  return range ? { hash, range } : { hash };
}
