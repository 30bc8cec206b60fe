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
  const resources = [`${prefix}:catalog${path}`];
  if (of.database !== undefined) resources.push(`${prefix}:database${path}/${String(of.database).toLowerCase()}`);
  if (of.table !== undefined) {
    resources.push(`${prefix}:table${path}/${String(of.database).toLowerCase()}/${String(of.table).toLowerCase()}`);
  }
  return resources.reverse().map((resource) => ({ action: `glue:${action}`, resource }));
}
