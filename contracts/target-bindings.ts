import * as z from 'zod';
import { tenantSchema } from './tenant-schema.ts';

/** `api.example.com`, `*.example.com:8443`, `http://127.0.0.1:*`, or `*`. */
export const HOST_PATTERN =
  /^(?:(https?):\/\/)?((?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}|\*))?$/i;

/** An agent or a tool that whoever deploys has named. */
export const namedTargetSchema = z.strictObject({
  arn: z.string().min(1).describe('`*` and `?` stand for what they do in IAM'),
  tenants: z.array(tenantSchema).min(1).optional().describe('Whose runs may call it. Default: everybody’s'),
});

/** A secret, the hosts it may be sent to, and by whom. */
export const secretBindingSchema = namedTargetSchema.extend({
  hosts: z
    .array(
      z.string().refine((host) => host === '*' || HOST_PATTERN.test(host), {
        error: ({ input }) =>
          `hosts holds ${JSON.stringify(input)}; each must be a host such as api.example.com, *.example.com, api.example.com:8443 or http://internal:8080; * is any`,
      }),
    )
    .min(1)
    .describe('Over HTTPS and its port, unless the entry says otherwise'),
});

/** What whoever deploys has bound, as functions are told. Agents and tools are left out where none is bound. */
export const targetBindingsSchema = z.object({
  secrets: z.array(secretBindingSchema),
  agents: z.array(namedTargetSchema).optional(),
  tools: z.array(namedTargetSchema).optional(),
});

export type NamedTarget = z.output<typeof namedTargetSchema>;
export type SecretBinding = z.output<typeof secretBindingSchema>;
export type TargetBindings = z.output<typeof targetBindingsSchema>;
