import * as z from 'zod';
import { TENANT_PREFIX } from './tenant.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
const STORED = new RegExp(`^${TENANT_PREFIX}[A-Za-z0-9](?:[A-Za-z0-9_-]|\\.(?!\\.))*$`);

const id = (what: string) =>
  z
    .string()
    .max(80, `${what} may have 80 characters`)
    .regex(ID, `${what} must start with a letter or digit and hold only letters, digits, "-", "_" and "."`);

/** As it is stored; see `ownId`. */
const storedId = (what: string) =>
  id(what).refine((value) => STORED.test(value), `${what} may not contain ".." but after the name of a tenant`);

/** The first execution's name; it is part of S3 keys and SQL strings, so its characters are few. */
export const evaluationIdSchema = storedId('evaluationId');
export const datasetIdSchema = storedId('datasetId');
export const configIdSchema = storedId('configId');

/** As a tenant names its own things, over the API; what is stored has the tenant's name before it. */
export const nameSchema = (what: string) =>
  id(what)
    .max(54, `${what} may have 54 characters`)
    .refine((value) => !value.includes('..'), `${what} may not contain ".."`);

/** A folder below `exports/`: names of few characters, so that no key ends up elsewhere. */
export const destinationPrefixSchema = z
  .string()
  .max(512)
  .regex(
    /^(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]+(\/(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]+)*\/?$/,
    'destinationPrefix must be names of letters, digits, "-", "_" and "." with "/" between them, such as team-a/weekly',
  );
