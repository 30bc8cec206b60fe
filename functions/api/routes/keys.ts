import * as z from 'zod';
import { createdKeySchema, keySchema, newKeySchema } from '../../../contracts/api/keys.ts';
import { ApiError } from '../api-error.ts';
import { type Route, route } from '../route.ts';

const keyId = z.object({ keyId: z.string().max(64) });

/** Keys of the caller's own tenant. */
export const keyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/keys',
    summary: 'Lists API keys, newest first.',
    role: 'admin',
    answer: z.object({ keys: z.array(keySchema) }),
    handler: async ({ caller }, { keys }) => ({ keys: await keys.list(caller.tenant) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/keys',
    summary: 'Creates an API key. It is shown once.',
    role: 'admin',
    body: newKeySchema,
    answer: createdKeySchema,
    status: 201,
    handler: ({ caller, body }, { keys }) => keys.create({ ...body, tenant: caller.tenant }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/keys/{keyId}',
    summary: 'Revokes an API key. It stops working within a minute.',
    role: 'admin',
    params: keyId,
    answer: keySchema,
    async handler({ caller, params }, { keys }) {
      const revoked = await keys.revoke(params.keyId, caller.tenant);
      if (!revoked) throw new ApiError('NotFound', `There is no key ${params.keyId}.`);
      return revoked;
    },
  }),
];
