import * as z from 'zod';

/** Whose something is. An installation that nobody divided has this one. */
export const DEFAULT_TENANT = 'default';

export const tenantSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'tenant must be up to 40 lower-case letters, digits and "-", such as support-team',
  );
