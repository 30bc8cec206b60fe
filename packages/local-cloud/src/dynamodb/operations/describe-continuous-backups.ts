import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeBackups } from '../continuous-backups.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({ TableName: tableName });

export const describeContinuousBackups = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DescribeContinuousBackups'),
  async run(request) {
    const { TableName } = parseInput(schema, request);
    return describeBackups(tables.get(TableName, 'name it').definition);
  },
});
