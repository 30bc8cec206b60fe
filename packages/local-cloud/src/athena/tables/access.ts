import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Catalog } from '../../glue/catalog.ts';
import { gluePermissions } from '../../glue/permissions.ts';
import type { RegisteredLocations } from '../../lakeformation/registered-locations.ts';
import type { Caller, Permission } from '../../service.ts';
import { QueryError } from '../sql/query-error.ts';
import type { Location } from './location.ts';
import { DEFAULT_CATALOG, isS3Tables, type TableName } from './table-name.ts';

type DatabaseName = Pick<TableName, 'catalog' | 'catalogId' | 'database'>;

/** IAM knows tables of a table bucket by generated ids; what is granted is all of them. */
const TABLES = '/table/*';

/** Athena acts with its caller's permissions: what a query touches, its caller must be allowed to touch. */
export class Access {
  readonly #context: CloudContext;
  readonly #caller: Caller;
  readonly #registered: RegisteredLocations;

  constructor(context: CloudContext, caller: Caller, registered: RegisteredLocations) {
    this.#context = context;
    this.#caller = caller;
    this.#registered = registered;
  }

  /**
   * What Athena looks at whatever the query names, and makes where it is missing: "access to the `default` database …
   * for `GetDatabase` and `CreateDatabase` must be present".
   */
  defaultDatabase(catalog: Catalog): void {
    const name = { catalogId: this.#context.accountId, database: 'default' };
    this.catalog('GetDatabase', name);
    if (catalog.findDatabase(name.catalogId, name.database)) return;
    this.catalog('CreateDatabase', name);
    catalog.createDatabase(name.catalogId, { Name: name.database });
  }

  /** A database that a statement names, and the catalogs it is in. */
  database(name: DatabaseName): void {
    this.dataCatalog(name.catalog);
    if (isS3Tables(name)) {
      this.catalog('GetCatalog', { catalogId: name.catalogId });
      this.#tableBucket(name, ['GetTableBucket', 'GetNamespace'], '');
    }
    this.catalog('GetDatabase', { catalogId: name.catalogId, database: name.database });
  }

  /** "Example policy for querying a specified data catalog": `athena:GetDataCatalog` beside the workgroup's actions. */
  dataCatalog(catalog: string): void {
    const { region, accountId } = this.#context;
    const name = catalog.toLowerCase() === DEFAULT_CATALOG ? 'AwsDataCatalog' : catalog;
    const resource = `arn:aws:athena:${region}:${accountId}:datacatalog/${name}`;
    this.#allow('PERMISSION_DENIED', [{ action: 'athena:GetDataCatalog', resource }]);
  }

  /** A table that a statement names. */
  table(name: TableName): void {
    this.database(name);
    this.catalog('GetTable', name);
    if (isS3Tables(name)) this.#tableBucket(name, ['GetTable', 'GetTableMetadataLocation'], TABLES);
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

  /** Files of an external table, by the keys of some of them. */
  files(location: Location, keys: readonly string[]): void {
    if (this.#vendedAt(location)) return;
    this.listObjects(location);
    for (const key of keys) this.readObject(location.bucket, key);
  }

  /** At a registered location Lake Formation lends credentials of its own to who may ask for them. */
  #vendedAt({ bucket, prefix }: Location): boolean {
    if (!this.#registered.has(`s3://${bucket}/${prefix}`)) return false;
    this.#allow('PERMISSION_DENIED', [{ action: 'lakeformation:GetDataAccess', resource: '*' }]);
    return true;
  }

  /** An Iceberg table's rows: its files in S3, or the table itself in a table bucket. */
  rows(kind: 'read' | 'write', name: TableName, location: Location | undefined): void {
    if (isS3Tables(name)) {
      const actions = kind === 'read' ? ['GetTableData'] : ['PutTableData', 'UpdateTableMetadataLocation'];
      this.#tableBucket(name, actions, TABLES);
    } else if (location && !this.#vendedAt(location)) {
      const key = `${location.prefix}${kind === 'read' ? 'metadata' : 'data'}/file`;
      if (kind === 'read') this.readObject(location.bucket, key);
      else this.writeObject(location.bucket, key);
    }
  }

  /** A commit to an Iceberg table reads its metadata, writes files, and swaps the pointer to them in the catalog. */
  commit(name: TableName, location: Location | undefined): void {
    this.rows('read', name, location);
    this.rows('write', name, location);
    this.catalog('UpdateTable', name);
  }

  /** What Glue and Athena ask of S3 Tables, where "you need IAM permissions on both". */
  #tableBucket({ catalog }: DatabaseName, actions: readonly string[], below: string): void {
    const { region, accountId } = this.#context;
    const bucket = catalog.slice(catalog.indexOf('/') + 1);
    const resource = `arn:aws:s3tables:${region}:${accountId}:bucket/${bucket}${below}`;
    this.#allow(
      'PERMISSION_DENIED',
      actions.map((action) => ({ action: `s3tables:${action}`, resource })),
    );
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
