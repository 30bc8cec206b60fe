import { Stack } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { allow } from '../allow.ts';
import type { StorageStack } from '../stacks/storage-stack.ts';

const OWN_TABLES = 'The tables of our own database.';

export interface AthenaAccess {
  /** Prefixes of external tables, and of what the role reads itself. */
  readonly read?: string[];
  /** Prefixes that its UNLOADs write below. */
  readonly unload?: string[];
  /** Queries only: nothing in the tables is changed. Default: false */
  readonly queriesOnly?: boolean;
  /** Creates tables. Default: false */
  readonly creates?: boolean;
  /** Reads what queries answer, and not only what they write. Default: true */
  readonly readsAnswers?: boolean;
}

/** Lets a role query the tables through Athena, which works with its caller's permissions on Glue and S3. */
export function grantAthena(role: IRole, storage: StorageStack, own: AthenaAccess = {}): void {
  const changes = !own.queriesOnly;
  const stack = Stack.of(storage);
  const arn = (service: string, resource: string, resourceName?: string) =>
    stack.formatArn({ service, resource, resourceName });
  allow(
    role,
    [
      'athena:StartQueryExecution',
      'athena:GetQueryExecution',
      ...((own.readsAnswers ?? true) ? ['athena:GetQueryResults'] : []),
      'athena:StopQueryExecution',
    ],
    [arn('athena', 'workgroup', storage.workGroupName)],
  );
  // External tables are in the Glue catalog also where the Iceberg tables are not.
  const catalogs = new Set(['AwsDataCatalog', storage.catalogName]);
  allow(
    role,
    ['athena:GetDataCatalog'],
    [...catalogs].map((name) => arn('athena', 'datacatalog', name)),
  );
  const database = arn('glue', 'database', storage.databaseName);
  // Athena looks at `default` whatever the query names, and makes it in an account that does not have it yet.
  const byDefault = arn('glue', 'database', 'default');
  allow(role, ['glue:GetDatabase'], [arn('glue', 'catalog'), database, byDefault]);
  allow(role, ['glue:CreateDatabase'], [arn('glue', 'catalog'), byDefault]);
  // An Iceberg commit swaps the table's metadata pointer, which is glue:UpdateTable.
  allow(
    role,
    [
      'glue:GetTable',
      'glue:GetTables',
      ...(changes ? ['glue:UpdateTable'] : []),
      ...(own.creates ? ['glue:CreateTable'] : []),
    ],
    [arn('glue', 'catalog'), database, arn('glue', 'table', `${storage.databaseName}/*`)],
    OWN_TABLES,
  );
  allow(role, ['s3:GetBucketLocation', 's3:ListBucket', 's3:ListBucketMultipartUploads'], [storage.bucketArn]);
  storage.allowObjects(role, ['s3:GetObject'], [PREFIXES.athena, PREFIXES.warehouse, ...(own.read ?? [])]);
  storage.allowObjects(
    role,
    ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
    [PREFIXES.athena, ...(changes ? [PREFIXES.warehouse] : []), ...(own.unload ?? [])],
  );
  // Iceberg replaces files on MERGE.
  if (changes) storage.allowObjects(role, ['s3:DeleteObject'], [PREFIXES.warehouse]);
  allow(
    role,
    ['lakeformation:GetDataAccess'],
    ['*'],
    'Where Lake Formation manages the tables it vends their credentials; the action has no resource.',
  );
  if (storage.tableBucketArn) grantS3Tables(role, storage, storage.tableBucketArn, changes);
}

function grantS3Tables(role: IRole, storage: StorageStack, tableBucketArn: string, changes: boolean): void {
  const stack = Stack.of(storage);
  allow(role, ['s3tables:GetTableBucket', 's3tables:GetNamespace'], [tableBucketArn]);
  allow(
    role,
    [
      's3tables:GetTable',
      's3tables:GetTableMetadataLocation',
      's3tables:GetTableData',
      ...(changes ? ['s3tables:UpdateTableMetadataLocation', 's3tables:PutTableData'] : []),
    ],
    [`${tableBucketArn}/table/*`],
    'Tables of our own table bucket are known to IAM by generated ids.',
  );
  const glue = (resource: string, resourceName?: string) =>
    stack.formatArn({ service: 'glue', resource, resourceName });
  // The table bucket's catalog is in that of all table buckets, which is in the account's own.
  const catalogs = [glue('catalog', 's3tablescatalog'), glue('catalog', storage.catalogName)];
  const database = glue('database', `${storage.catalogName}/${storage.databaseName}`);
  allow(role, ['glue:GetCatalog'], [glue('catalog'), ...catalogs]);
  allow(role, ['glue:GetDatabase'], [...catalogs, database]);
  allow(
    role,
    ['glue:GetTable', ...(changes ? ['glue:UpdateTable'] : [])],
    [...catalogs, database, glue('table', `${storage.catalogName}/${storage.databaseName}/*`)],
    OWN_TABLES,
  );
}
