import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({ TableName: tableName });

export const describeTimeToLive = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DescribeTimeToLive'),
  async run(request) {
    const { TableName } = parseInput(schema, request);
    const { ttlAttribute } = tables.get(TableName, 'name it').definition;
    return {
      TimeToLiveDescription: ttlAttribute
        ? { TimeToLiveStatus: 'ENABLED', AttributeName: ttlAttribute }
        : { TimeToLiveStatus: 'DISABLED' },
    };
  },
});
