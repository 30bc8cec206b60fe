import { expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const KEY = 'arn:aws:kms:us-east-1:123456789012:key/1111-2222';
const EVERYTHING = { api: 'true', traceAgents: 'true' };

interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}

const resources = (type: string, context: Record<string, string>): Resource['Properties'][] =>
  synthesize({ ...EVERYTHING, ...context }).templates.flatMap((template) =>
    Object.values(template.toJSON().Resources as Record<string, Resource>).flatMap(({ Type, Properties }) =>
      Type === type ? [Properties] : [],
    ),
  );

/** CDK moves what is too long for a role's own policy into managed ones. */
const policies = (context: Record<string, string>) =>
  ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) => resources(type, context));

it.each([
  ['AWS::DynamoDB::Table', { SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: KEY } }],
  ['AWS::SQS::Queue', { KmsMasterKeyId: KEY }],
  ['AWS::SNS::Topic', { KmsMasterKeyId: KEY }],
  ['AWS::Logs::LogGroup', { KmsKeyId: KEY }],
])('a customer-managed key encrypts every %s', (type, properties) => {
  const found = resources(type, { encryptionKey: KEY });
  expect(found.length).toBeGreaterThan(0);
  for (const one of found) {
    expect(one).toMatchObject(properties);
    expect(one).not.toHaveProperty('SqsManagedSseEnabled');
  }
});

it('a customer-managed key encrypts the data bucket or the table bucket, and every role may use it', () => {
  for (const tables of ['glue', 's3tables']) {
    const context = { encryptionKey: KEY, tables };
    expect(JSON.stringify(resources('AWS::S3::Bucket', context))).toContain(`"KMSMasterKeyID":"${KEY}"`);
    const [tableBucket] = resources('AWS::S3Tables::TableBucket', context);
    if (tables === 's3tables') expect(tableBucket?.EncryptionConfiguration).toMatchObject({ KMSKeyArn: KEY });
  }
  const allowed = policies({ encryptionKey: KEY }).filter((policy) =>
    JSON.stringify(policy).includes(
      `"Action":["kms:Decrypt","kms:GenerateDataKey"],"Effect":"Allow","Resource":"${KEY}"`,
    ),
  );
  expect(allowed).toHaveLength(resources('AWS::IAM::Role', { encryptionKey: KEY }).length);
});

it('all functions are connected to the given subnets, and their roles may create network interfaces', () => {
  const context = { subnets: 'subnet-1,subnet-2', securityGroups: 'sg-1' };
  const functions = resources('AWS::Lambda::Function', context);
  for (const { VpcConfig } of functions) {
    expect(VpcConfig).toEqual({ SubnetIds: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'] });
  }
  const allowed = policies(context).filter((policy) => JSON.stringify(policy).includes('ec2:CreateNetworkInterface'));
  expect(allowed).toHaveLength(functions.length);
});

it('every role has the permissions boundary and the prefix, in a name of at most 64 characters of its own', () => {
  const permissionsBoundary = 'arn:aws:iam::123456789012:policy/boundary';
  const roles = resources('AWS::IAM::Role', { permissionsBoundary, rolePrefix: 'team-evaluation-' });
  const names = roles.map(({ RoleName }) => String(RoleName));
  for (const name of names) expect(name).toMatch(/^team-evaluation-[\w-]{1,48}$/);
  expect(new Set(names).size).toBe(roles.length);
  expect(roles.map(({ PermissionsBoundary }) => PermissionsBoundary)).toEqual(roles.map(() => permissionsBoundary));
});

it('logs are kept for 90 days, or as long as asked for', () => {
  const days = (context: Record<string, string>) =>
    new Set(resources('AWS::Logs::LogGroup', context).map(({ RetentionInDays }) => RetentionInDays));
  expect([...days({})]).toEqual([90]);
  expect([...days({ logDays: '365' })]).toEqual([365]);
  expect(() => days({ logDays: '100' })).toThrow('Context logDays is "100"');
});

it('without these settings no function is in a VPC, and no role has a name or a boundary', () => {
  for (const one of resources('AWS::Lambda::Function', {})) expect(one).not.toHaveProperty('VpcConfig');
  for (const one of resources('AWS::IAM::Role', {})) {
    expect(one).not.toHaveProperty('RoleName');
    expect(one).not.toHaveProperty('PermissionsBoundary');
  }
});
