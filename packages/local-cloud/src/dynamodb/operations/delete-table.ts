import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalid } from '../errors.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';
import { tableDescription } from './describe-table.ts';

const schema = z.object({ TableName: tableName });

export const deleteTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DeleteTable'),
  async run(request) {
    const { TableName } = parseInput(schema, request);
    const table = tables.get(TableName, 'name it');
    if (table.definition.DeletionProtectionEnabled) {
      throw invalid(
        `Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.`,
      );
    }
    tables.drop(table.definition.TableName);
    return { TableDescription: tableDescription(tables, table, 'DELETING') };
  },
});
