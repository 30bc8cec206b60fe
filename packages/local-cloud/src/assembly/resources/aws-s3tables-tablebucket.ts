import type { ResourceHandler } from '../resource-handler.ts';

interface TableBucket {
  readonly TableBucketName: string;
}

/** A table bucket is a name here: its namespaces and tables live in the Glue catalog `s3tablescatalog/NAME`. */
export const tableBucket: ResourceHandler<TableBucket> = {
  type: 'AWS::S3Tables::TableBucket',
  properties: ['TableBucketName'],
  ignored: [
    'EncryptionConfiguration',
    'MetricsConfiguration',
    'StorageClassConfiguration',
    'Tags',
    'UnreferencedFileRemoval',
  ],
  replacedBy: ['TableBucketName'],
  async create({ properties, context }) {
    const name = properties.TableBucketName;
    if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name)) {
      throw new Error(`the table bucket name ${name} must be 3–63 lower-case letters, digits and hyphens`);
    }
    const arn = `arn:aws:s3tables:${context.region}:${context.accountId}:bucket/${name}`;
    return { ref: arn, attributes: { TableBucketARN: arn } };
  },
  async update(_request, { ref, attributes }) {
    return { ref, attributes };
  },
  async delete() {},
};
