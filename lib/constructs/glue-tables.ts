import { CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { firstColumns } from '../../contracts/table-columns.ts';
import { BUCKETS, ICEBERG_TABLES } from '../iceberg-tables.ts';
import { KEPT } from '../kept.ts';

export interface GlueTablesProps {
  readonly catalogId: string;
  readonly databaseName: string;
  readonly bucket: Bucket;
}

/** Iceberg numbers partition fields from here on. */
const FIRST_PARTITION_FIELD = 1000;

/**
 * The Iceberg tables in the Glue catalog. A test pins their properties: CloudFormation cannot update an Iceberg table, and
 * an attempt would take away the columns that were added since.
 */
export class GlueTables extends Construct {
  constructor(scope: Construct, id: string, { catalogId, databaseName, bucket }: GlueTablesProps) {
    super(scope, id);
    for (const { id, name, columns, bucketedBy } of ICEBERG_TABLES) {
      const fields = firstColumns(columns).map(({ id, name, type }) => ({ id, name, type, required: false }));
      const table = new CfnTable(this, id, {
        catalogId,
        databaseName,
        name,
        openTableFormatInput: {
          icebergInput: {
            metadataOperation: 'CREATE',
            version: '2',
            icebergTableInput: {
              location: bucket.s3UrlForObject(`${PREFIXES.warehouse}${name}`),
              schema: { schemaId: 0, type: 'struct', fields },
              partitionSpec: {
                specId: 0,
                fields: [
                  {
                    fieldId: FIRST_PARTITION_FIELD,
                    name: `${bucketedBy}_bucket`,
                    sourceId: columns[bucketedBy]?.id ?? Number.NaN,
                    transform: `bucket[${BUCKETS}]`,
                  },
                ],
              },
              properties: { 'write.parquet.compression-codec': 'zstd' },
            },
          },
        },
      });
      table.applyRemovalPolicy(KEPT);
    }
  }
}
