import * as z from 'zod';
import { TENANT_NAME } from './tenant.ts';

export const tenantSchema = z
  .string()
  .regex(
    new RegExp(`^${TENANT_NAME}$`),
    'tenant must be up to 24 lower-case letters, digits and "-", such as support-team',
  );
