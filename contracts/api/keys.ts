import * as z from 'zod';
import { tenantSchema } from '../tenant.ts';

/** In rising order: `viewer` reads, `operator` runs, `admin` configures. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.output<typeof roleSchema>;

export const mayAct = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

const name = z.string().trim().min(1).max(100).describe('What it is for');

export const newKeySchema = z.strictObject({ name, role: roleSchema.default('operator') });

/** A key as it is listed: never the key itself. */
export const keySchema = z.object({
  keyId: z.string(),
  name,
  tenant: tenantSchema,
  role: roleSchema,
  createdAt: z.string(),
  lastUsedAt: z.string().optional().describe('To the minute'),
  revokedAt: z.string().optional(),
});
export type Key = z.output<typeof keySchema>;

export const createdKeySchema = keySchema.extend({
  key: z.string().describe('Shown once: it cannot be read again'),
});
export type CreatedKey = z.output<typeof createdKeySchema>;
