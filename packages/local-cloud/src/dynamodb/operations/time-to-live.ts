import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalid } from '../errors.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const describeTimeToLiveSchema = z.object({ TableName: tableName });

export const describeTimeToLive = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DescribeTimeToLive'),
  async run(request) {
    const { TableName } = parseInput(describeTimeToLiveSchema, request);
    const { ttlAttribute } = tables.get(TableName, 'name it').definition;
    return {
      TimeToLiveDescription: ttlAttribute
        ? { TimeToLiveStatus: 'ENABLED', AttributeName: ttlAttribute }
        : { TimeToLiveStatus: 'DISABLED' },
    };
  },
});

const updateTimeToLiveSchema = z.object({
  TableName: tableName,
  TimeToLiveSpecification: z.object({ AttributeName: z.string().min(1).max(255), Enabled: z.boolean() }),
});

export const updateTimeToLive = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'UpdateTimeToLive'),
  async run(request) {
    const { TableName, TimeToLiveSpecification } = parseInput(updateTimeToLiveSchema, request);
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
