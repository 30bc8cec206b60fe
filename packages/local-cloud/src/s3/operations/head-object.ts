import type { HeadObjectOutput, HeadObjectRequest } from '@aws-sdk/client-s3';
import type { S3Operation } from '../operation.ts';
import { toRead } from '../permissions.ts';
import { checkReadConditions, findObject } from '../read-object.ts';
import type { Buckets } from '../storage/buckets.ts';
import { describeRead, statusOfRead } from './get-object.ts';

export function headObject(buckets: Buckets): S3Operation<HeadObjectRequest, HeadObjectOutput> {
  return {
    permissions: (input) => toRead(buckets, input),
    async run(input) {
      const { record } = findObject(buckets, input);
      checkReadConditions(record, input);
      return describeRead(record, input);
    },
    wire: { status: statusOfRead },
  };
}
