import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { onPartitions, type PartitionsOf } from '../permissions.ts';
import { batchCreatePartitionInput, getPartitionsInput, onePage, parseInput } from '../request.ts';

/** Each on its own: those that cannot be made are in the answer, and the others are there. */
export const batchCreatePartition = (context: CloudContext, catalog: Catalog): Operation<PartitionsOf> => ({
  permissions: onPartitions(context, 'BatchCreatePartition'),
  async run(input) {
    const given = parseInput(batchCreatePartitionInput, input);
    const table = catalog.table(catalog.catalogId(given.CatalogId), given.DatabaseName, given.TableName);
    const Errors: object[] = [];
    for (const partition of given.PartitionInputList) {
      try {
        catalog.addPartition(table.catalogId, given.DatabaseName, given.TableName, partition);
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        const ErrorDetail = { ErrorCode: error.code, ErrorMessage: error.message };
        Errors.push({ PartitionValues: partition.Values, ErrorDetail });
      }
    }
    return { Errors };
  },
});

export const getPartitions = (context: CloudContext, catalog: Catalog): Operation<PartitionsOf> => ({
  permissions: onPartitions(context, 'GetPartitions'),
  async run(input) {
    const given = parseInput(getPartitionsInput, input);
    const { DatabaseName, TableName, MaxResults, NextToken } = given;
    const all = catalog.partitions(catalog.catalogId(given.CatalogId), DatabaseName, TableName);
    const { items, next } = pageOf(all, onePage(MaxResults, NextToken));
    return {
      Partitions: items.map((partition) => ({
        ...partition.input,
        DatabaseName,
        TableName,
        CreationTime: new Date(partition.createdAt),
      })),
      NextToken: next,
    };
  },
});
