import { CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { IMPORTED_TABLE } from '../../contracts/table-names.ts';

export interface ImportedTableProps {
  readonly catalogId: string;
  readonly databaseName: string;
  readonly bucket: Bucket;
}

/**
 * An external table over the rows of imports, from where one INSERT takes them into the datasets table. `import_id` is
 * injected, so a query must name the import.
 */
export class ImportedTable extends CfnTable {
  constructor(scope: Construct, id: string, { catalogId, databaseName, bucket }: ImportedTableProps) {
    const location = bucket.s3UrlForObject(PREFIXES.imports);
    super(scope, id, {
      catalogId,
      databaseName,
      tableInput: {
        name: IMPORTED_TABLE,
        tableType: 'EXTERNAL_TABLE',
        partitionKeys: [{ name: 'import_id', type: 'string' }],
        parameters: {
          classification: 'json',
          'projection.enabled': 'true',
          'projection.import_id.type': 'injected',
          'storage.location.template': `${location}import_id=\${import_id}/`,
        },
        storageDescriptor: {
          location,
          inputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
          outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
          serdeInfo: { serializationLibrary: 'org.openx.data.jsonserde.JsonSerDe' },
          columns: [
            { name: 'sample_id', type: 'string' },
            { name: 'row_index', type: 'bigint' },
            { name: 'input', type: 'string' },
            { name: 'expected', type: 'string' },
            { name: 'metadata', type: 'string' },
          ],
        },
      },
    });
  }
}
