import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import type { CloudOptions } from '../../src/create-cloud.ts';
import { createLambdaService } from '../../src/lambda/service.ts';
import { createS3Service } from '../../src/s3/service.ts';
import type { Service } from '../../src/service.ts';
import { presign } from '../../src/signature/sign.ts';
import { sha256 } from '../../src/signature/signing-key.ts';
import { createSnsService } from '../../src/sns/service.ts';
import { ROLE, zip } from '../lambda/lambda-cloud.ts';
import { createTestCloud } from '../support/create-test-cloud.ts';
import { LOCAL } from '../support/signed.ts';

/** Lambda, S3 with the bucket `things`, and SNS; it notes which requests came as far as a service. */
export async function startWatchedCloud(options: Partial<Pick<CloudOptions, 'home' | 'port'>> = {}) {
  const reached: string[] = [];
  const watched = (service: Service): Service => ({
    ...service,
    protocol: {
      ...service.protocol,
      decode(request) {
        reached.push(`${request.method} ${request.target}`);
        return service.protocol.decode(request);
      },
    },
  });
  const cloud = await createTestCloud(
    async (context) =>
      [createLambdaService(context), await createS3Service(context), createSnsService(context)].map(watched),
    options,
  );
  await cloud.context.call('s3', 'CreateBucket', { Bucket: 'things' }, cloud.context.administrator);
  const { settings } = cloud;
  const lambda = new LambdaClient(settings);
  const s3 = new S3Client(settings);
  const sns = new SNSClient(settings);
  return {
    endpoint: cloud.endpoint,
    settings,
    reached,
    /** The names of all functions, topics, uploads and objects. */
    async holds(): Promise<string[]> {
      const [{ Functions = [] }, { Topics = [] }, { Uploads = [] }, { Contents = [] }] = await Promise.all([
        lambda.send(new ListFunctionsCommand({})),
        sns.send(new ListTopicsCommand({})),
        s3.send(new ListMultipartUploadsCommand({ Bucket: 'things' })),
        s3.send(new ListObjectsV2Command({ Bucket: 'things' })),
      ]);
      return [
        ...Functions.map(({ FunctionName = '' }) => FunctionName),
        ...Topics.map(({ TopicArn = '' }) => TopicArn.split(':').at(-1) ?? ''),
        ...[...Uploads, ...Contents].map(({ Key = '' }) => Key),
      ].sort();
    },
    /** A presigned URL: by the key that everybody knows, or by a session of a role. */
    presigned(
      service: string,
      method: string,
      path: string,
      { body = '', session = false, target = cloud.endpoint } = {},
    ): string {
      const role = cloud.context.assumeRole(ROLE, 'session');
      const credentials = session ? cloud.context.credentialsFor(role) : LOCAL;
      const payload = service === 's3' ? undefined : sha256(body);
      return presign(`${target}${path}`, method, 60, { credentials, region: 'us-east-1', service }, payload);
    },
    close: () => cloud.remove(),
  };
}

export type WatchedCloud = Awaited<ReturnType<typeof startWatchedCloud>>;

export const FUNCTIONS = '/2015-03-31/functions';

/** Lambda's CreateFunction of a function that would run on the developer's machine. */
export const functionBody = (FunctionName: string): string =>
  JSON.stringify({
    FunctionName,
    Role: ROLE,
    Runtime: 'nodejs22.x',
    Handler: 'index.handler',
    Code: { ZipFile: Buffer.from(zip({ 'index.js': 'exports.handler = () => process.env' })).toString('base64') },
  });
