import { CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { DATASET_COLUMNS } from '../../contracts/dataset-row.ts';
import { MONITOR_RESULT_COLUMNS } from '../../contracts/monitor-results-table.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { firstColumns, type TableColumns } from '../../contracts/table-columns.ts';
import { DATASETS_TABLE, MONITOR_RESULTS_TABLE, RESULTS_TABLE } from '../../contracts/table-names.ts';
import { KEPT } from '../kept.ts';
import type { Retention } from '../settings.ts';
import { TableOptimizers } from './table-optimizers.ts';

export interface GlueTablesProps {
  readonly catalogId: string;
  readonly databaseName: string;
  readonly bucket: Bucket;
  readonly retention: Retention;
  /** Whether there are monitors, with a table of their results. */
  readonly hasMonitors: boolean;
}

/** The Iceberg tables in the Glue catalog. */
export class GlueTables extends Construct {
  constructor(scope: Construct, id: string, props: GlueTablesProps) {
    super(scope, id);
    const optimizers = new TableOptimizers(this, 'Optimizers', props);
    optimizers.maintain(iceberg(this, 'Datasets', DATASETS_TABLE, DATASET_COLUMNS, 'dataset_id', props));
    optimizers.maintain(iceberg(this, 'Results', RESULTS_TABLE, RESULT_COLUMNS, 'evaluation_id', props));
    if (props.hasMonitors)
      optimizers.maintain(
        iceberg(this, 'MonitorResults', MONITOR_RESULTS_TABLE, MONITOR_RESULT_COLUMNS, 'monitor', props),
      );
  }
}

/** Iceberg numbers partition fields from here on. */
const FIRST_PARTITION_FIELD = 1000;

/** Rows of one dataset or run lie together: 16 buckets keep files few when there are thousands of runs. */
function iceberg(
  scope: Construct,
  id: string,
  name: string,
  columns: TableColumns,
  partitionColumn: string,
  { catalogId, databaseName, bucket }: GlueTablesProps,
): CfnTable {
  const fields = firstColumns(columns).map(({ id, name, type }) => ({ id, name, type, required: false }));
  const table = new CfnTable(scope, id, {
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
                name: `${partitionColumn}_bucket`,
                sourceId: columns[partitionColumn]?.id ?? Number.NaN,
                transform: 'bucket[16]',
              },
            ],
          },
          properties: { 'format-version': '2', 'write.parquet.compression-codec': 'zstd' },
        },
      },
    },
  });
  table.applyRemovalPolicy(KEPT);
  return table;
}
