import { z } from 'zod';
import type { Operation } from '../service.ts';
import { parseRequest } from './request.ts';
import type { Tables } from './tables.ts';

const schema = z.object({
  ExclusiveStartTableName: z.string().optional(),
  Limit: z.int().min(1).max(100).default(100),
});

export const listTables = (tables: Tables): Operation<unknown> => ({
  permissions: () => [{ action: 'dynamodb:ListTables', resource: '*' }],
  async run(request) {
    const { ExclusiveStartTableName: start, Limit } = parseRequest(schema, request);
    const names = tables.names().filter((name) => start === undefined || name > start);
    const page = names.slice(0, Limit);
    return { TableNames: page, ...(names.length > Limit && { LastEvaluatedTableName: page.at(-1) }) };
  },
});
