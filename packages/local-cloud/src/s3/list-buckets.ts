import type { Bucket, ListBucketsOutput, ListBucketsRequest } from '@aws-sdk/client-s3';
import { integer, text } from './input.ts';
import type { S3Operation } from './operation.ts';
import { OWNER } from './owner.ts';
import type { Buckets } from './storage/buckets.ts';

const MOST_BUCKETS = 10_000;

/** The continuation token is the name of the last bucket that was listed. */
export function listBuckets(buckets: Buckets): S3Operation<ListBucketsRequest, ListBucketsOutput> {
  return {
    permissions: () => [{ action: 's3:ListAllMyBuckets', resource: '*' }],
    async run(input) {
      const prefix = text(input.Prefix, 'prefix') ?? '';
      const after = text(input.ContinuationToken, 'continuation-token') ?? '';
      const most = integer(input.MaxBuckets, 'max-buckets', MOST_BUCKETS, 1, MOST_BUCKETS);
      const rest = buckets.list().filter(({ name }) => name.startsWith(prefix) && name > after);
      const page: Bucket[] = rest.slice(0, most).map(({ name, settings }) => ({
        Name: name,
        CreationDate: new Date(settings?.created ?? 0),
        ...(input.MaxBuckets !== undefined && { BucketRegion: settings?.location || 'us-east-1' }),
      }));
      return {
        Buckets: page,
        Owner: OWNER,
        ...(rest.length > most && { ContinuationToken: page.at(-1)?.Name }),
        ...(input.Prefix !== undefined && { Prefix: prefix }),
      };
    },
    wire: {
      root: 'ListAllMyBucketsResult',
      toXml: ({ Buckets: page, ...others }) => ({ ...others, Buckets: { Bucket: page } }),
    },
  };
}
