import type { PutObjectTaggingOutput, PutObjectTaggingRequest } from '@aws-sdk/client-s3';
import { malformedXml } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onObject } from '../permissions.ts';
import { childrenOf } from '../protocol/xml.ts';
import { findObject } from '../read-object.ts';
import type { Buckets } from '../storage/buckets.ts';
import { checkTags } from '../tags.ts';

/** Replaces all tags of an object. */
export function putObjectTagging(buckets: Buckets): S3Operation<PutObjectTaggingRequest, PutObjectTaggingOutput> {
  return {
    permissions: (input) => [onObject('PutObjectTagging', input)],
    async run(input) {
      const { bucket, record } = findObject(buckets, input);
      const tags = input.Tagging?.TagSet;
      if (!Array.isArray(tags)) throw malformedXml('it has no TagSet');
      bucket.replace({ ...record, tags: checkTags(tags) });
      return {};
    },
    wire: {
      requiresDigest: true,
      fromXml: (root) => {
        const [tagSet] = childrenOf(root, 'TagSet');
        const tags = childrenOf(tagSet, 'Tag').map(({ Key, Value }) => ({ Key, Value }));
        return { Tagging: { TagSet: 'TagSet' in root ? tags : undefined } };
      },
    },
  };
}
