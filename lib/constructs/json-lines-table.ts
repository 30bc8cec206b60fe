import { CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { MOST_SHARDS } from '../../contracts/storage-keys.ts';

export interface LinesInBucket {
  readonly catalogId: string;
  readonly databaseName: string;
  readonly bucket: Bucket;
}

interface JsonLinesTableProps extends LinesInBucket {
  readonly name: string;
  readonly prefix: string;
  /** Partitions before the shard. They are injected: a query must name each. */
  readonly named: readonly string[];
  /** Whether the partitions end with a shard. Default: true */
  readonly sharded?: boolean;
  readonly columns: readonly string[];
}

/**
 * An external table over objects of JSON lines whose members are read as text. Partitions are projected: no crawler, no
 * partition to add.
 */
export class JsonLinesTable extends CfnTable {
  constructor(scope: Construct, id: string, props: JsonLinesTableProps) {
    const { catalogId, databaseName, bucket, name, prefix, named, sharded = true, columns } = props;
    const location = bucket.s3UrlForObject(prefix);
    const folders = [...named, ...(sharded ? ['shard'] : [])]
      .map((partition) => `${partition}=\${${partition}}/`)
      .join('');
    super(scope, id, {
      catalogId,
      databaseName,
      tableInput: {
        name,
        tableType: 'EXTERNAL_TABLE',
        partitionKeys: [
          ...named.map((partition) => ({ name: partition, type: 'string' })),
          ...(sharded ? [{ name: 'shard', type: 'int' }] : []),
        ],
        parameters: {
          classification: 'json',
          'projection.enabled': 'true',
          ...Object.fromEntries(named.map((partition) => [`projection.${partition}.type`, 'injected'])),
          ...(sharded && {
            'projection.shard.type': 'integer',
            'projection.shard.range': `0,${MOST_SHARDS - 1}`,
          }),
          'storage.location.template': `${location}${folders}`,
        },
        storageDescriptor: {
          location,
          inputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
          outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
          serdeInfo: {
            serializationLibrary: 'org.openx.data.jsonserde.JsonSerDe',
            parameters: { 'ignore.malformed.json': 'true' },
          },
          columns: columns.map((column) => ({ name: column, type: 'string' })),
        },
      },
    });
  }
}
