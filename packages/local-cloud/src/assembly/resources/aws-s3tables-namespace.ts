import type { ResourceHandler } from '../resource-handler.ts';
import { catalogOf } from './s3tables-catalog.ts';

interface Namespace {
  readonly Namespace: string;
  readonly TableBucketARN: string;
}

export const s3tablesNamespace: ResourceHandler<Namespace> = {
  type: 'AWS::S3Tables::Namespace',
  properties: ['Namespace', 'TableBucketARN'],
  replacedBy: ['Namespace', 'TableBucketARN'],
  async create(request) {
    const { Namespace: Name, TableBucketARN } = request.properties;
    if (!/^[a-z0-9][a-z0-9_]*$/.test(Name)) {
      throw new Error(`the namespace ${Name} must be lower-case letters, digits and underscores`);
    }
    await request.call('glue', 'CreateDatabase', { CatalogId: catalogOf(TableBucketARN), DatabaseInput: { Name } });
    return { ref: `${TableBucketARN}|${Name}`, attributes: {} };
  },
  async update(_request, { ref, attributes }) {
    return { ref, attributes };
  },
  async delete(request) {
    const { Namespace: Name, TableBucketARN } = request.properties;
    await request.call('glue', 'DeleteDatabase', { CatalogId: catalogOf(TableBucketARN), Name });
  },
};
