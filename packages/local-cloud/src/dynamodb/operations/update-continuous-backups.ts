import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeBackups } from '../continuous-backups.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({
  TableName: tableName,
  PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }),
});

/** The setting is kept and told again; there is nothing to recover from. */
export const updateContinuousBackups = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'UpdateContinuousBackups'),
  async run(request) {
    const { TableName, PointInTimeRecoverySpecification } = parseInput(schema, request);
    const { definition } = tables.get(TableName, 'name it');
    const pointInTimeRecovery = PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled;
    return describeBackups(tables.define({ ...definition, pointInTimeRecovery }).definition);
  },
});
