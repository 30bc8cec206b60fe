import { meSchema } from '../../../contracts/api/me.ts';
import { type Route, route } from '../route.ts';

export const meRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/me',
    summary: 'Returns the tenant, role and name of the key.',
    role: 'viewer',
    answer: meSchema,
    handler: async ({ caller }) => caller,
  }),
];
