import { randomUUID } from 'node:crypto';
import type { Operation } from '../../service.ts';
import { invalid } from '../errors.ts';
import { onTable, parseInput } from '../request.ts';
import { checkDefinition, tableDefinition } from '../table-definition.ts';
import type { Tables } from '../tables.ts';
import { tableDescription } from './describe-table.ts';

export const createTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'CreateTable'),
  async run(request) {
    const definition = parseInput(tableDefinition, request);
    checkDefinition(definition);
    refuseStreams(request);
    const table = tables.create({ ...definition, TableId: randomUUID(), createdAt: Date.now() });
    // The table can be used at once; AWS says CREATING first, and callers should wait for ACTIVE.
    return { TableDescription: tableDescription(tables, table, 'CREATING') };
  },
});

export function refuseStreams(request: unknown): void {
  const { StreamSpecification } = request as { StreamSpecification?: { StreamEnabled?: unknown } };
  if (StreamSpecification?.StreamEnabled) {
    throw invalid('The local cloud hosts no DynamoDB Streams. Leave StreamSpecification out.');
  }
}
