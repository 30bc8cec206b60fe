import * as z from 'zod';
import { ROLES } from '../role.ts';
import { tenantSchema } from '../tenant-schema.ts';

export const roleSchema = z.enum(ROLES);

const name = z.string().trim().min(1).max(100).describe('Name of the key');

export const newKeySchema = z.strictObject({ name, role: roleSchema.default('operator') });

/** A key as it is listed: never the key itself. */
export const keySchema = z.object({
  keyId: z.string(),
  name,
  tenant: tenantSchema,
  role: roleSchema,
  createdAt: z.string(),
  lastUsedAt: z.string().optional().describe('Precise to the minute'),
  revokedAt: z.string().optional(),
});
export type Key = z.output<typeof keySchema>;

export const createdKeySchema = keySchema.extend({
  key: z.string().describe('The key. It is shown only once'),
});
export type CreatedKey = z.output<typeof createdKeySchema>;
