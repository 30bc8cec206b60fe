import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalid } from '../errors.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({
  TableName: tableName,
  TimeToLiveSpecification: z.object({ AttributeName: z.string().min(1).max(255), Enabled: z.boolean() }),
});

export const updateTimeToLive = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'UpdateTimeToLive'),
  async run(request) {
    const { TableName, TimeToLiveSpecification } = parseInput(schema, request);
    const { definition } = tables.get(TableName, 'name it');
    const { AttributeName, Enabled } = TimeToLiveSpecification;
    if (Enabled && definition.ttlAttribute !== undefined) throw invalid('TimeToLive is already enabled');
    if (!Enabled && definition.ttlAttribute === undefined) throw invalid('TimeToLive is already disabled');
    if (!Enabled && definition.ttlAttribute !== AttributeName) {
      throw invalid(
        `TimeToLive is active on a different AttributeName: current AttributeName is ${definition.ttlAttribute}`,
      );
    }
    tables.define({ ...definition, ttlAttribute: Enabled ? AttributeName : undefined });
    return { TimeToLiveSpecification };
  },
});
