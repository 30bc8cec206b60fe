/** Whose something is. An installation that nobody divided has this one. */
export const DEFAULT_TENANT = 'default';

export const TENANT_NAME = '[a-z0-9][a-z0-9-]{0,23}';

/** No id may hold two dots in a row, so they set a tenant apart from what it has named. */
const SEPARATOR = '..';

/** What an id of a tenant other than the default one begins with: `acme..`. */
export const TENANT_PREFIX = `(?:${TENANT_NAME}\\.\\.)?`;

/**
 * The id as it is stored: the tenant is part of it, so that no record, object or row of a tenant can be named by another.
 * Those of the default tenant are stored as they are.
 */
export const ownId = (tenant: string, id: string): string =>
  tenant === DEFAULT_TENANT ? id : `${tenant}${SEPARATOR}${id}`;

/** A stored id taken apart. */
export function ownerOf(stored: string): { tenant: string; id: string } {
  const at = stored.indexOf(SEPARATOR);
  if (at < 0) return { tenant: DEFAULT_TENANT, id: stored };
  return { tenant: stored.slice(0, at), id: stored.slice(at + SEPARATOR.length) };
}
