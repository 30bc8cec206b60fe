import type { CloudContext } from '../cloud-context.ts';
import type { Permission } from '../service.ts';

/** Glue asks for the action on the table, and on the database and the catalog that hold it. */
export function gluePermissions(
  context: CloudContext,
  action: string,
  of: { CatalogId?: unknown; database?: unknown; table?: unknown },
): Permission[] {
  const prefix = `arn:aws:glue:${context.region}:${context.accountId}`;
  // A nested catalog is `ACCOUNT:s3tablescatalog/BUCKET`; its name comes first in the resource's path.
  const nested = String(of.CatalogId ?? '')
    .split(':')
    .slice(1)
    .join(':');
  const path = nested ? `/${nested}` : '';
  const resources = catalogsOf(nested).map((name) => `${prefix}:catalog${name}`);
  if (of.database !== undefined) resources.push(`${prefix}:database${path}/${String(of.database).toLowerCase()}`);
  if (of.table !== undefined) {
    resources.push(`${prefix}:table${path}/${String(of.database).toLowerCase()}/${String(of.table).toLowerCase()}`);
  }
  return resources.reverse().map((resource) => ({ action: `glue:${action}`, resource }));
}

/** A nested catalog is in others, and the first of them in the account's own. */
function catalogsOf(nested: string): string[] {
  const names = nested ? nested.split('/') : [];
  return ['', ...names.map((_name, index) => `/${names.slice(0, index + 1).join('/')}`)];
}

export interface DatabaseName {
  readonly CatalogId?: string;
  readonly Name?: string;
}

export interface TableName extends DatabaseName {
  readonly DatabaseName?: string;
  readonly TableInput?: { readonly Name?: string };
}

export interface PartitionsOf {
  readonly CatalogId?: string;
  readonly DatabaseName?: string;
  readonly TableName?: string;
}

export const onDatabase = (context: CloudContext, action: string) => (input: DatabaseName) =>
  gluePermissions(context, action, { CatalogId: input.CatalogId, database: input.Name });

export const onTable = (context: CloudContext, action: string) => (input: TableName) =>
  gluePermissions(context, action, {
    CatalogId: input.CatalogId,
    database: input.DatabaseName,
    table: input.Name ?? input.TableInput?.Name,
  });

export const onPartitions = (context: CloudContext, action: string) => (input: PartitionsOf) =>
  gluePermissions(context, action, {
    CatalogId: input.CatalogId,
    database: input.DatabaseName,
    table: input.TableName,
  });
