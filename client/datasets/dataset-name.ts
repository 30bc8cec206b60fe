import { hash } from 'node:crypto';

/** `Support tickets (May).csv` is called `Support tickets (May)` unless told otherwise. */
export const nameOfFile = (file: string): string => file.replace(/\.[^.]+$/, '') || file;

/** With the part of the hash behind it, an id has the 54 characters that are left beside a tenant. */
const LONGEST_SLUG = 43;

/** Lower-case letters, digits and hyphens, for ids and keys. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, '') || 'dataset';

/** The same content, imported in the same way under the same name, has the same id everywhere. */
export const datasetIdOf = (name: string, contentHash: string, options: Record<string, unknown>): string =>
  `${slugOf(name)}-${hash('sha256', JSON.stringify([name, contentHash, options])).slice(0, 10)}`;
