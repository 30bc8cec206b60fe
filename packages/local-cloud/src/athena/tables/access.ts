import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { gluePermissions } from '../../glue/permissions.ts';
import type { Caller, Permission } from '../../service.ts';
import { QueryError } from '../sql/query-error.ts';
import type { Location } from './location.ts';
import { isS3Tables, type TableName } from './table-name.ts';

/** Athena acts with its caller's permissions: what a query touches, its caller must be allowed to touch. */
export class Access {
  readonly #context: CloudContext;
  readonly #caller: Caller;

  constructor(context: CloudContext, caller: Caller) {
    this.#context = context;
    this.#caller = caller;
  }

  /** What Athena looks at whatever the query names: "your policy must grant access to the database default". */
  defaultDatabase(): void {
    this.catalog('GetDatabase', { catalogId: this.#context.accountId, database: 'default' });
  }

  catalog(action: string, name: { catalogId: string; database?: string; table?: string }): void {
    const { catalogId: CatalogId, database, table } = name;
    this.#allow('PERMISSION_DENIED', gluePermissions(this.#context, action, { CatalogId, database, table }));
  }

  /** In a database whose tables are given no permissions Lake Formation decides, and it has granted nothing here. */
  underLakeFormation({ table }: TableName): void {
    if (!this.#caller.roleArn) return;
    throw new PermissionError(
      'PERMISSION_DENIED',
      `Insufficient Lake Formation permission(s): Required Describe on ${table}`,
    );
  }

  listObjects({ bucket, prefix }: Location): void {
    this.#allow('S3_PERMISSION', [
      { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}`, context: { 's3:prefix': prefix } },
    ]);
  }

  readObject(bucket: string, key: string): void {
    this.#allow('S3_PERMISSION', [{ action: 's3:GetObject', resource: `arn:aws:s3:::${bucket}/${key}` }]);
  }

  writeObject(bucket: string, key: string): void {
    this.#allow('S3_PERMISSION', [{ action: 's3:PutObject', resource: `arn:aws:s3:::${bucket}/${key}` }]);
  }

  /** An Iceberg table's rows: its files in S3, or the table itself in a table bucket. */
  rows(kind: 'read' | 'write', name: TableName, location: Location | undefined): void {
    if (isS3Tables(name)) {
      const { region, accountId } = this.#context;
      const bucket = name.catalog.slice(name.catalog.indexOf('/') + 1);
      const resource = `arn:aws:s3tables:${region}:${accountId}:bucket/${bucket}/table/*`;
      const action = kind === 'read' ? 's3tables:GetTableData' : 's3tables:PutTableData';
      this.#allow('PERMISSION_DENIED', [{ action, resource }]);
    } else if (location) {
      const key = `${location.prefix}${kind === 'read' ? 'metadata' : 'data'}/file`;
      if (kind === 'read') this.readObject(location.bucket, key);
      else this.writeObject(location.bucket, key);
    }
  }

  #allow(kind: 'PERMISSION_DENIED' | 'S3_PERMISSION', permissions: Permission[]): void {
    try {
      this.#context.authorize(this.#caller, permissions);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      throw new PermissionError(kind, error.message);
    }
  }
}

class PermissionError extends QueryError {
  constructor(kind: 'PERMISSION_DENIED' | 'S3_PERMISSION', message: string) {
    super(kind, message);
    this.message = `Insufficient permissions to execute the query. ${message}`;
  }
}
