import type {
  Bucket,
  CORSRule,
  CreateBucketOutput,
  CreateBucketRequest,
  DeleteBucketRequest,
  GetBucketLocationOutput,
  GetBucketLocationRequest,
  HeadBucketOutput,
  HeadBucketRequest,
  ListBucketsOutput,
  ListBucketsRequest,
  PutBucketCorsRequest,
  PutBucketVersioningRequest,
} from '@aws-sdk/client-s3';
import { AwsError } from '../../aws-error.ts';
import { pageAfter } from '../../page.ts';
import { invalidRequest, malformedXml, notImplemented } from '../errors.ts';
import type { S3Operation } from '../operation.ts';
import { onBucket } from '../permissions.ts';
import { childrenOf, type XmlElement } from '../protocol/xml.ts';
import { bucketOf, integer, OWNER, text } from '../request.ts';
import { wholeSeconds } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';
import type { CorsRule } from '../storage/records.ts';

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

export function headBucket(buckets: Buckets): S3Operation<HeadBucketRequest, HeadBucketOutput> {
  return {
    permissions: (input) => [onBucket('ListBucket', input)],
    async run(input) {
      return { BucketRegion: bucketOf(buckets, input).settings?.location || 'us-east-1' };
    },
  };
}

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

/** A bucket of us-east-1 has no location. */
export function getBucketLocation(buckets: Buckets): S3Operation<GetBucketLocationRequest, GetBucketLocationOutput> {
  return {
    permissions: (input) => [onBucket('GetBucketLocation', input)],
    async run(input) {
      const location = bucketOf(buckets, input).settings?.location || undefined;
      return { LocationConstraint: location as GetBucketLocationOutput['LocationConstraint'] };
    },
    wire: { root: 'LocationConstraint', toXml: (output) => output.LocationConstraint },
  };
}

const METHODS = ['GET', 'PUT', 'HEAD', 'POST', 'DELETE'];
/** "You can add up to 100 rules to the configuration." */
const MOST_RULES = 100;

export function putBucketCors(buckets: Buckets): S3Operation<PutBucketCorsRequest, object> {
  return {
    permissions: (input) => [onBucket('PutBucketCORS', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const rules = input.CORSConfiguration?.CORSRules ?? [];
      if (rules.length === 0 || rules.length > MOST_RULES) {
        throw malformedXml(`a CORS configuration has between 1 and ${MOST_RULES} rules`);
      }
      const cors = rules.map(checked);
      if (bucket.settings) bucket.settings = { ...bucket.settings, cors };
      return {};
    },
    wire: {
      requiresDigest: true,
      fromXml: (root) => ({ CORSConfiguration: { CORSRules: childrenOf(root, 'CORSRule').map(fromXml) } }),
    },
  };
}

function checked({ AllowedOrigins, AllowedMethods, AllowedHeaders, ExposeHeaders, MaxAgeSeconds }: CORSRule): CorsRule {
  if (!AllowedOrigins?.length || !AllowedMethods?.length) {
    throw malformedXml('every CORS rule names AllowedOrigins and AllowedMethods');
  }
  const wrong = AllowedMethods.find((method) => !METHODS.includes(method));
  if (wrong) throw invalidRequest(`Found unsupported HTTP method in CORS config. Unsupported method is ${wrong}`);
  return { AllowedOrigins, AllowedMethods, AllowedHeaders, ExposeHeaders, MaxAgeSeconds };
}

function fromXml(rule: XmlElement): CORSRule {
  const texts = (name: string): string[] => {
    const value = rule[name];
    return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
  };
  return {
    AllowedOrigins: texts('AllowedOrigin'),
    AllowedMethods: texts('AllowedMethod'),
    AllowedHeaders: texts('AllowedHeader'),
    ExposeHeaders: texts('ExposeHeader'),
    ...(rule.MaxAgeSeconds !== undefined && { MaxAgeSeconds: Number(rule.MaxAgeSeconds) }),
  };
}

/** The setting is kept and given back; old versions of objects are not kept. */
export function putBucketVersioning(buckets: Buckets): S3Operation<PutBucketVersioningRequest, object> {
  return {
    permissions: (input) => [onBucket('PutBucketVersioning', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      const { Status, MFADelete } = input.VersioningConfiguration ?? {};
      if (MFADelete !== undefined && MFADelete !== 'Disabled') throw notImplemented('MFA delete');
      if (Status !== 'Enabled' && Status !== 'Suspended') {
        throw malformedXml(`Status is ${String(Status)}; it must be Enabled or Suspended`);
      }
      if (bucket.settings) bucket.settings = { ...bucket.settings, versioning: Status };
      return {};
    },
    wire: {
      requiresDigest: true,
      fromXml: ({ Status, MfaDelete }) => ({ VersioningConfiguration: { Status, MFADelete: MfaDelete } }),
    },
  };
}

export function deleteBucket(buckets: Buckets): S3Operation<DeleteBucketRequest, object> {
  return {
    permissions: (input) => [onBucket('DeleteBucket', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      if (bucket.size > 0) {
        throw new AwsError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409, {
          BucketName: bucket.name,
        });
      }
      buckets.delete(bucket);
      return {};
    },
    wire: { status: () => 204 },
  };
}
