import { z } from 'zod';
import type { Operation } from '../service.ts';
import { onTable, parseInput, tableName } from './request.ts';
import type { TableDefinition } from './table-definition.ts';
import type { Tables } from './tables.ts';

const updateSchema = z.object({
  TableName: tableName,
  PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }),
});

/** The setting is kept and told again; there is nothing to recover from. */
export const updateContinuousBackups = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'UpdateContinuousBackups'),
  async run(request) {
    const { TableName, PointInTimeRecoverySpecification } = parseInput(updateSchema, request);
    const { definition } = tables.get(TableName, 'name it');
    const pointInTimeRecovery = PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled;
    return describe(tables.define({ ...definition, pointInTimeRecovery }).definition);
  },
});

const describeSchema = z.object({ TableName: tableName });

export const describeContinuousBackups = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DescribeContinuousBackups'),
  async run(request) {
    const { TableName } = parseInput(describeSchema, request);
    return describe(tables.get(TableName, 'name it').definition);
  },
});

const describe = ({ pointInTimeRecovery }: TableDefinition) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: pointInTimeRecovery ? 'ENABLED' : 'DISABLED' },
  },
});
