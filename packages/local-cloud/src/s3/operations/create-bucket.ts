import type { CreateBucketOutput, CreateBucketRequest } from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import { notImplemented } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { childrenOf } from '../protocol/xml.ts';
import { wholeSeconds } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';

const FIRST_REGION = 'us-east-1';
const RESERVED_PREFIXES = ['xn--', 'sthree-', 'amzn-s3-demo-'];
const RESERVED_SUFFIXES = ['-s3alias', '--ol-s3', '.mrap', '--x-s3', '--table-s3'];

export function createBucket(buckets: Buckets, region: string): S3Operation<CreateBucketRequest, CreateBucketOutput> {
  return {
    permissions: (input) => [onBucket('CreateBucket', input)],
    async run(input) {
      const name = String(input.Bucket ?? '');
      checkName(name);
      if (input.ObjectLockEnabledForBucket) throw notImplemented('Object Lock');
      const location = locationOf(input.CreateBucketConfiguration?.LocationConstraint, region);
      // Only us-east-1 answers an owner's second CreateBucket as if it were the first.
      if (buckets.find(name) && region !== FIRST_REGION) {
        throw new AwsError(
          'BucketAlreadyOwnedByYou',
          'Your previous request to create the named bucket succeeded and you already own it.',
          409,
          { BucketName: name },
        );
      }
      if (!buckets.find(name)) buckets.create(name, { created: wholeSeconds(), location });
      return { Location: `/${name}` };
    },
    wire: {
      fromXml: (root) => {
        const { LocationConstraint } = root;
        if (childrenOf(root, 'Bucket').length > 0) throw notImplemented('A directory bucket');
        return { CreateBucketConfiguration: { LocationConstraint } };
      },
    },
  };
}

/** The naming rules of general purpose buckets, each with its own sentence. */
function checkName(name: string): void {
  const wrong = (why: string) =>
    new AwsError('InvalidBucketName', `The specified bucket is not valid: ${name} ${why}.`, 400, { BucketName: name });
  if (name.length < 3 || name.length > 63) throw wrong('is not between 3 and 63 characters long');
  if (!/^[a-z0-9.-]+$/.test(name)) throw wrong('has characters other than a-z, 0-9, dots and hyphens');
  if (!/^[a-z0-9].*[a-z0-9]$/.test(name)) throw wrong('does not begin and end with a letter or digit');
  if (name.includes('..')) throw wrong('has two dots in a row');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) throw wrong('looks like an IP address');
  const prefix = RESERVED_PREFIXES.find((each) => name.startsWith(each));
  if (prefix) throw wrong(`begins with ${prefix}, which is reserved`);
  const suffix = RESERVED_SUFFIXES.find((each) => name.endsWith(each));
  if (suffix) throw wrong(`ends with ${suffix}, which is reserved`);
}

function locationOf(constraint: string | undefined, region: string): string {
  if (constraint === FIRST_REGION) {
    throw new AwsError('InvalidLocationConstraint', 'The specified location-constraint is not valid', 400, {
      LocationConstraint: constraint,
    });
  }
  if (region === FIRST_REGION) return constraint ?? '';
  if (constraint === region) return constraint;
  throw new AwsError(
    'IllegalLocationConstraintException',
    `The ${constraint ?? 'unspecified'} location constraint is incompatible for the region specific endpoint this request was sent to.`,
    400,
  );
}
