import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { onPartitions, type PartitionsOf } from '../permissions.ts';
import { batchDeletePartitionInput, parseInput } from '../request.ts';

export const batchDeletePartition = (context: CloudContext, catalog: Catalog): Operation<PartitionsOf> => ({
  permissions: onPartitions(context, 'BatchDeletePartition'),
  async run(input) {
    const { CatalogId, DatabaseName, TableName, PartitionsToDelete } = parseInput(batchDeletePartitionInput, input);
    const catalogId = catalog.catalogId(CatalogId);
    const missing = PartitionsToDelete.filter(
      ({ Values }) => !catalog.deletePartition(catalogId, DatabaseName, TableName, Values),
    );
    const ErrorDetail = { ErrorCode: 'EntityNotFoundException', ErrorMessage: 'Partition not found.' };
    return { Errors: missing.map(({ Values }) => ({ PartitionValues: Values, ErrorDetail })) };
  },
});
