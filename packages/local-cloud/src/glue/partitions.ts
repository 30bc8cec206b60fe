import type { CloudContext } from '../cloud-context.ts';
import { pageOf } from '../page.ts';
import type { Operation } from '../service.ts';
import type { Catalog } from './catalog.ts';
import { gluePermissions } from './permissions.ts';
import { createPartitionInput, getPartitionsInput, onePage, parseInput } from './request.ts';

interface OfTable {
  readonly CatalogId?: string;
  readonly DatabaseName?: string;
  readonly TableName?: string;
}

/** GetPartitions, CreatePartition. A table with partition projection has none of its own. */
export function partitionOperations(context: CloudContext, catalog: Catalog) {
  const named = (action: string) => (input: OfTable) =>
    gluePermissions(context, action, {
      CatalogId: input.CatalogId,
      database: input.DatabaseName,
      table: input.TableName,
    });

  const GetPartitions: Operation<OfTable> = {
    permissions: named('GetPartitions'),
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
  };

  const CreatePartition: Operation<OfTable> = {
    permissions: named('CreatePartition'),
    async run(input) {
      const given = parseInput(createPartitionInput, input);
      catalog.addPartition(
        catalog.catalogId(given.CatalogId),
        given.DatabaseName,
        given.TableName,
        given.PartitionInput,
      );
      return {};
    },
  };

  return { GetPartitions, CreatePartition };
}
