import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  createCloudWatchService,
  createDynamoDbService,
  createS3Service,
  createSqsService,
} from 'local-cloud/services';
import type { Tracing } from '../../client/traces/connect-traces.ts';
import { BY_TIME } from '../../core/threads/trace-keys.ts';
import { startServices } from './service-cloud.ts';

/** The tables, the bucket and the queue of traces and monitors, on services of their own until the test file ends. */
export async function startTraceTables(): Promise<Tracing> {
  const { settings } = await startServices(async (context) => [
    createDynamoDbService(context),
    await createS3Service(context),
    createSqsService(context),
    createCloudWatchService(context),
  ]);
  const client = new DynamoDBClient(settings);
  const table = (TableName: string, hash: string, range?: string, index?: [string, string, string]) => {
    const names = [hash, range ?? [], index?.slice(1) ?? []].flat();
    const keys = (first: string, second?: string) => [
      { AttributeName: first, KeyType: 'HASH' as const },
      ...(second ? [{ AttributeName: second, KeyType: 'RANGE' as const }] : []),
    ];
    return client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: keys(hash, range),
        ...(index && {
          GlobalSecondaryIndexes: [
            { IndexName: index[0], KeySchema: keys(index[1], index[2]), Projection: { ProjectionType: 'ALL' } },
          ],
        }),
      }),
    );
  };
  await table('traces', 'thread', 'turn', [BY_TIME, 'listing', 'listed_at']);
  await table('monitors', 'tenant', 'monitor');
  await table('runs', 'evaluation_id');
  await table('monitor-results', 'monitor', 'result');
  const s3 = new S3Client(settings);
  await s3.send(new CreateBucketCommand({ Bucket: 'texts' }));
  const sqs = new SQSClient({ ...settings, useQueueUrlAsEndpoint: false });
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'monitor-work' }));
  return {
    documents: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    s3,
    bucket: 'texts',
    tracesTable: 'traces',
    traceDays: 90,
    sqs,
    monitorQueueUrl: QueueUrl,
    cloudwatch: new CloudWatchClient(settings),
    stageName: 'main',
    alarmTopicArn: 'arn:aws:sns:us-east-1:000000000000:rollcall-alarms',
    monitorsTable: 'monitors',
    monitorResultsTable: 'monitor-results',
  };
}
