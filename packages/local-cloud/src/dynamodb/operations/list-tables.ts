import { z } from 'zod';
import { pageAfter } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { parseInput } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({
  ExclusiveStartTableName: z.string().optional(),
  Limit: z.int().min(1).max(100).default(100),
});

export const listTables = (tables: Tables): Operation<unknown> => ({
  permissions: () => [{ action: 'dynamodb:ListTables', resource: '*' }],
  async run(request) {
    const { ExclusiveStartTableName: after, Limit: size } = parseInput(schema, request);
    const { items, next } = pageAfter(tables.names(), (name) => name, { size, after });
    return { TableNames: items, LastEvaluatedTableName: next };
  },
});
