import type { GetObjectTaggingOutput, GetObjectTaggingRequest } from '@aws-sdk/client-s3';
import type { S3Operation } from '../operation.ts';
import { onObject } from '../permissions.ts';
import { findObject } from '../read-object.ts';
import type { Buckets } from '../storage/buckets.ts';

export function getObjectTagging(buckets: Buckets): S3Operation<GetObjectTaggingRequest, GetObjectTaggingOutput> {
  return {
    permissions: (input) => [onObject('GetObjectTagging', input)],
    async run(input) {
      const { record } = findObject(buckets, input);
      return { TagSet: Object.entries(record.tags ?? {}).map(([Key, Value]) => ({ Key, Value })) };
    },
    wire: { root: 'Tagging', toXml: ({ TagSet }) => ({ TagSet: { Tag: TagSet } }) },
  };
}
