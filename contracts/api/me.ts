import * as z from 'zod';
import { tenantSchema } from '../tenant-schema.ts';
import { roleSchema } from './keys.ts';

/** Whose key a request came with. */
export const meSchema = z.object({ tenant: tenantSchema, role: roleSchema, keyId: z.string() });
export type Me = z.output<typeof meSchema>;
