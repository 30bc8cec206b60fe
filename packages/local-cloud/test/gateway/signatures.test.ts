import { createHash } from 'node:crypto';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCloudWatchService } from '../../src/cloudwatch/service.ts';
import { createDynamoDbService } from '../../src/dynamodb/service.ts';
import { createLambdaService } from '../../src/lambda/service.ts';
import { createS3Service } from '../../src/s3/service.ts';
import { createSnsService } from '../../src/sns/service.ts';
import { createSqsService } from '../../src/sqs/service.ts';
import { createStsService } from '../../src/sts/service.ts';
import { createTestCloud, settingsFor, type TestCloud } from '../support/create-test-cloud.ts';
import { type Credentials, LOCAL, signed } from '../support/signed.ts';

let cloud: TestCloud;

beforeAll(async () => {
  cloud = await createTestCloud(async (context) => [
    await createS3Service(context),
    createDynamoDbService(context),
    createLambdaService(context),
    createSnsService(context),
    createSqsService(context),
    createStsService(context),
    createCloudWatchService(context),
  ]);
});
afterAll(() => cloud.remove());

const ROLE = 'arn:aws:iam::000000000000:role/Caller';
const session = (seconds?: number): Credentials =>
  cloud.context.credentialsFor(cloud.context.assumeRole(ROLE, 'test'), seconds);

/** What a client of each protocol is told with these credentials: S3, JSON, REST with JSON, Query, JSON of SQS, CloudWatch. */
async function told(credentials: Credentials): Promise<(string | undefined)[]> {
  const settings = settingsFor(cloud.endpoint, credentials);
  const calls = [
    () => new S3Client(settings).send(new ListBucketsCommand()),
    () => new DynamoDBClient(settings).send(new ListTablesCommand()),
    () => new LambdaClient(settings).send(new ListFunctionsCommand()),
    () => new SNSClient(settings).send(new ListTopicsCommand()),
    () => new STSClient(settings).send(new GetCallerIdentityCommand()),
    () => new SQSClient(settings).send(new ListQueuesCommand()),
    () => new CloudWatchClient(settings).send(new DescribeAlarmsCommand()),
  ];
  return Promise.all(
    calls.map((call) =>
      call().then(
        () => undefined,
        (error: Error) => error.name,
      ),
    ),
  );
}

describe('a signature', () => {
  it('of the administrator, and of a session, is good for every protocol', async () => {
    const nothing = Array(7).fill(undefined);
    expect(await told(LOCAL)).toEqual(nothing);
    expect(await told(session())).toEqual(nothing);
    expect(await told(session(900))).toEqual(nothing);
  });

  it('with another secret is refused in the words of each protocol', async () => {
    const names = [
      'SignatureDoesNotMatch',
      'InvalidSignatureException',
      'InvalidSignatureException',
      'SignatureDoesNotMatch',
      'SignatureDoesNotMatch',
      'InvalidSignatureException',
      'SignatureDoesNotMatch',
    ];
    expect(await told({ ...LOCAL, secretAccessKey: 'invented' })).toEqual(names);
    expect(await told({ ...session(), secretAccessKey: LOCAL.secretAccessKey })).toEqual(names);
  });

  it('of a key that nobody has is refused', async () => {
    const names = [
      'InvalidAccessKeyId',
      'UnrecognizedClientException',
      'UnrecognizedClientException',
      'InvalidClientTokenId',
      'InvalidClientTokenId',
      'UnrecognizedClientException',
      'InvalidClientTokenId',
    ];
    expect(await told({ ...LOCAL, accessKeyId: 'AKIAIOSFODNN7EXAMPLE' })).toEqual(names);
    const { sessionToken: _, ...withoutToken } = session();
    expect(await told(withoutToken)).toEqual(names);
    const expected = ['InvalidToken', ...names.slice(1)];
    expect(await told({ ...session(), sessionToken: 'invented' })).toEqual(expected);
    expect(await told({ ...session(900), sessionToken: session(901).sessionToken })).toEqual(expected);
  });

  it('of a session that is over is refused', async () => {
    expect(await told(session(-1))).toEqual([
      'ExpiredToken',
      'ExpiredTokenException',
      'ExpiredTokenException',
      'ExpiredToken',
      'ExpiredToken',
      'ExpiredTokenException',
      'ExpiredToken',
    ]);
  });

  it('of a session is good in the next process, and in no other data folder', async () => {
    const before = session();
    const { dataDir } = cloud;
    const next = await createTestCloud((context) => [createStsService(context)], { dataDir });
    const client = new STSClient(settingsFor(next.endpoint, before));
    expect((await client.send(new GetCallerIdentityCommand())).Arn).toContain('assumed-role/Caller/test');
    await next.close();
    const other = await createTestCloud((context) => [createStsService(context)]);
    const stranger = new STSClient(settingsFor(other.endpoint, before));
    await expect(stranger.send(new GetCallerIdentityCommand())).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
    await other.remove();
  });

  it('is not a hash of the role’s name', () => {
    const { secretAccessKey, sessionToken } = session();
    for (const text of [ROLE, 'arn:aws:sts::000000000000:assumed-role/Caller/test']) {
      const digest = createHash('sha256').update(text).digest('hex');
      expect([secretAccessKey.toLowerCase(), sessionToken?.toLowerCase()]).not.toContain(digest);
    }
  });
});

/** One request of DynamoDB with its signed headers changed. */
async function listTables(change: (headers: Record<string, string>) => Record<string, string>, body = '{}') {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.ListTables' };
  const all = signed('dynamodb', cloud.endpoint, { method: 'POST', headers, body: '{}' });
  const answer = await fetch(cloud.endpoint, { method: 'POST', headers: change(all), body });
  return answer.ok ? answer.status : ((await answer.json()) as { __type: string }).__type;
}

describe('a signed request', () => {
  it('is refused when anything of it was changed', async () => {
    expect(await listTables((headers) => headers)).toBe(200);
    expect(await listTables((headers) => headers, '{"Limit":1}')).toBe('InvalidSignatureException');
    const target = { 'x-amz-target': 'DynamoDB_20120810.DeleteTable' };
    expect(await listTables((headers) => ({ ...headers, ...target }))).toBe('InvalidSignatureException');
    expect(await listTables((headers) => ({ ...headers, 'x-amz-more': '1' }))).toBe('IncompleteSignatureException');
  });

  it('is refused when its signature is not whole', async () => {
    const cut = (pattern: RegExp) =>
      listTables(({ authorization = '', ...headers }) => ({
        ...headers,
        authorization: authorization.replace(pattern, ''),
      }));
    expect(await cut(/, Signature=.*/)).toBe('IncompleteSignatureException');
    expect(await cut(/SignedHeaders=[^,]+, /)).toBe('IncompleteSignatureException');
    const { 'x-amz-date': _, ...undated } = signed('dynamodb', cloud.endpoint);
    const answer = await fetch(cloud.endpoint, { method: 'POST', headers: undated });
    expect(answer.status).toBe(403);
  });

  it('is refused when its clock is not ours', async () => {
    const at = (minutes: number, service: string) => {
      const systemClockOffset = minutes * 60_000;
      const settings = { ...settingsFor(cloud.endpoint), systemClockOffset };
      return service === 's3'
        ? new S3Client(settings).send(new ListBucketsCommand())
        : new DynamoDBClient(settings).send(new ListTablesCommand());
    };
    await at(-4, 'dynamodb');
    await expect(at(-6, 'dynamodb')).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    await expect(at(6, 'dynamodb')).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    await at(-14, 's3');
    await expect(at(-16, 's3')).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    await expect(at(16, 's3')).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
  });

  it('to S3 may have any key, and a body that is not signed', async () => {
    const s3 = new S3Client(cloud.settings);
    const { context } = cloud;
    await context.call('s3', 'CreateBucket', { Bucket: 'things' }, context.administrator);
    for (const Key of ["a b+c(1)!*'", '../x/..//y', 'ü/€/%41?&=#', '~-._']) {
      await s3.send(new PutObjectCommand({ Bucket: 'things', Key: `x/${Key}`, Body: 'x' }));
    }
    const url = `${cloud.endpoint}/things/unsigned`;
    const headers = signed('s3', url, { method: 'PUT', payload: 'UNSIGNED-PAYLOAD' });
    expect((await fetch(url, { method: 'PUT', headers, body: 'x' })).status).toBe(200);
    const { 'x-amz-content-sha256': _, ...without } = headers;
    expect((await fetch(url, { method: 'PUT', headers: without, body: 'x' })).status).toBe(400);
  });
});
