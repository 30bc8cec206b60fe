import { resourcePolicyHandler } from './resource-policy.ts';

export const tableBucketPolicy = resourcePolicyHandler<{ TableBucketARN: string; ResourcePolicy: unknown }>({
  type: 'AWS::S3Tables::TableBucketPolicy',
  properties: ['TableBucketARN', 'ResourcePolicy'],
  documentOf: ({ ResourcePolicy }) => ResourcePolicy,
  arnsOf: ({ TableBucketARN }) => [TableBucketARN],
});
