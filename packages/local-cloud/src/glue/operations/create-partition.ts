import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { onPartitions, type PartitionsOf } from '../permissions.ts';
import { createPartitionInput, parseInput } from '../request.ts';

export const createPartition = (context: CloudContext, catalog: Catalog): Operation<PartitionsOf> => ({
  permissions: onPartitions(context, 'CreatePartition'),
  async run(input) {
    const given = parseInput(createPartitionInput, input);
    catalog.addPartition(catalog.catalogId(given.CatalogId), given.DatabaseName, given.TableName, given.PartitionInput);
    return {};
  },
});
