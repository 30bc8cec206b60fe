import { z } from 'zod';
import { workGroupName } from '../request.ts';

const LONGEST_QUERY = 262_144;

const statementName = z
  .string()
  .max(256)
  .regex(/^[a-zA-Z_][a-zA-Z0-9_@:]{0,255}$/);

export const preparedName = z.looseObject({ StatementName: statementName, WorkGroup: workGroupName });

export const preparedInput = preparedName.extend({
  QueryStatement: z.string().min(1).max(LONGEST_QUERY),
  Description: z.string().min(1).max(1024).optional(),
});

export const severalNames = z.looseObject({
  PreparedStatementNames: z.array(statementName).min(1),
  WorkGroup: workGroupName,
});
