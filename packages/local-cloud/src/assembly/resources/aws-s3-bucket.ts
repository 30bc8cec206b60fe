import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';
import type { Referable } from '../scope.ts';

interface Bucket {
  readonly BucketName?: string;
  readonly VersioningConfiguration?: { readonly Status: string };
  readonly CorsConfiguration?: { readonly CorsRules: readonly TemplateRule[] };
}

interface TemplateRule {
  readonly AllowedOrigins: readonly string[];
  readonly AllowedMethods: readonly string[];
  readonly AllowedHeaders?: readonly string[];
  readonly ExposedHeaders?: readonly string[];
  readonly MaxAge?: number;
}

export const bucket: ResourceHandler<Bucket> = {
  type: 'AWS::S3::Bucket',
  properties: ['BucketName', 'CorsConfiguration'],
  ignored: [
    'AccessControl',
    'BucketEncryption',
    'IntelligentTieringConfigurations',
    'LifecycleConfiguration',
    'LoggingConfiguration',
    'MetricsConfigurations',
    'OwnershipControls',
    'PublicAccessBlockConfiguration',
    'Tags',
    'VersioningConfiguration',
  ],
  replacedBy: ['BucketName'],
  customName: ({ BucketName }) => BucketName,
  async create(request) {
    const name = request.properties.BucketName ?? request.generateName({ maxLength: 63, lowerCase: true });
    // CloudFormation refuses a name that is taken, also where S3 would answer its owner as if it had made the bucket.
    const { Buckets } = await request.call<{ Buckets: { Name: string }[] }>('s3', 'ListBuckets', {});
    if (Buckets.some(({ Name }) => Name === name)) throw new Error(`${name} already exists`);
    await request.call('s3', 'CreateBucket', { Bucket: name });
    await setVersioning(request, name);
    await setCors(request, name);
    return described(request, name);
  },
  async update(request, existing) {
    await setVersioning(request, existing.ref);
    await setCors(request, existing.ref);
    return described(request, existing.ref);
  },
  async delete(request, existing) {
    await request.call('s3', 'DeleteBucket', { Bucket: existing.ref });
  },
};

/** The setting is kept, so that clients that ask see it; old versions of objects are not. */
async function setVersioning({ call, properties }: ResourceRequest<Bucket>, Bucket: string): Promise<void> {
  const { VersioningConfiguration } = properties;
  if (VersioningConfiguration) await call('s3', 'PutBucketVersioning', { Bucket, VersioningConfiguration });
}

async function setCors({ call, properties }: ResourceRequest<Bucket>, Bucket: string): Promise<void> {
  const { CorsConfiguration } = properties;
  if (!CorsConfiguration) return;
  const CORSRules = CorsConfiguration.CorsRules.map(({ ExposedHeaders, MaxAge, ...rule }) => ({
    ...rule,
    ExposeHeaders: ExposedHeaders,
    MaxAgeSeconds: MaxAge,
  }));
  await call('s3', 'PutBucketCors', { Bucket, CORSConfiguration: { CORSRules } });
}

function described({ context }: ResourceRequest<Bucket>, name: string): Referable {
  return {
    ref: name,
    attributes: {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${context.region}.amazonaws.com`,
      DualStackDomainName: `${name}.s3.dualstack.${context.region}.amazonaws.com`,
      WebsiteURL: `http://${name}.s3-website-${context.region}.amazonaws.com`,
    },
  };
}
