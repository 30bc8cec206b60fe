import type { GetBucketCorsOutput, GetBucketCorsRequest } from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { bucketOf } from '../request.ts';
import type { Buckets } from '../storage/buckets.ts';

export function getBucketCors(buckets: Buckets): S3Operation<GetBucketCorsRequest, GetBucketCorsOutput> {
  return {
    permissions: (input) => [onBucket('GetBucketCORS', input)],
    async run(input) {
      const { name, settings } = bucketOf(buckets, input);
      if (!settings?.cors) {
        const BucketName = name;
        throw new AwsError('NoSuchCORSConfiguration', 'The CORS configuration does not exist', 404, { BucketName });
      }
      return { CORSRules: settings.cors.map((rule) => ({ ...rule }) as never) };
    },
    wire: {
      root: 'CORSConfiguration',
      toXml: ({ CORSRules = [] }) => ({
        CORSRule: CORSRules.map((rule) => ({
          AllowedOrigin: rule.AllowedOrigins,
          AllowedMethod: rule.AllowedMethods,
          AllowedHeader: rule.AllowedHeaders,
          ExposeHeader: rule.ExposeHeaders,
          MaxAgeSeconds: rule.MaxAgeSeconds,
        })),
      }),
    },
  };
}
