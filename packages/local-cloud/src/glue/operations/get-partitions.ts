import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { onPartitions, type PartitionsOf } from '../permissions.ts';
import { getPartitionsInput, onePage, parseInput } from '../request.ts';

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
