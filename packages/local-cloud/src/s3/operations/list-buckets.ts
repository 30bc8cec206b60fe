import type { Bucket, ListBucketsOutput, ListBucketsRequest } from '@aws-sdk/client-s3';
import { pageAfter } from '../../page.ts';
import type { S3Operation } from '../operation.ts';
import { OWNER } from '../owner.ts';
import { integer, text } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

const MOST_BUCKETS = 10_000;

/** The continuation token is the name of the last bucket that was listed. */
export function listBuckets(buckets: Buckets): S3Operation<ListBucketsRequest, ListBucketsOutput> {
  return {
    permissions: () => [{ action: 's3:ListAllMyBuckets', resource: '*' }],
    async run(input) {
      const prefix = text(input.Prefix, 'prefix') ?? '';
      const after = text(input.ContinuationToken, 'continuation-token');
      const most = integer(input.MaxBuckets, 'max-buckets', MOST_BUCKETS, 1, MOST_BUCKETS);
      const found = buckets.list().filter(({ name }) => name.startsWith(prefix));
      const { items, next } = pageAfter(found, ({ name }) => name, { size: most, after });
      const page: Bucket[] = items.map(({ name, settings }) => ({
        Name: name,
        CreationDate: new Date(settings?.created ?? 0),
        ...(input.MaxBuckets !== undefined && { BucketRegion: settings?.location || 'us-east-1' }),
      }));
      return {
        Buckets: page,
        Owner: OWNER,
        ...(next !== undefined && { ContinuationToken: next }),
        ...(input.Prefix !== undefined && { Prefix: prefix }),
      };
    },
    wire: {
      root: 'ListAllMyBucketsResult',
      toXml: ({ Buckets: page, ...others }) => ({ ...others, Buckets: { Bucket: page } }),
    },
  };
}
