import { readFileSync } from 'node:fs';
import { GetQueryExecutionCommand, StopQueryExecutionCommand } from '@aws-sdk/client-athena';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LatencyModel, parseLatency } from '../src/latency.ts';
import { createS3Service } from '../src/s3/service.ts';
import { AthenaCloud } from './athena/athena-cloud.ts';
import { startLambdaCloud } from './lambda/lambda-cloud.ts';
import { StatesCloud } from './stepfunctions/states-cloud.ts';
import { createTestCloud } from './support/create-test-cloud.ts';

async function millisecondsOf(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

describe('a latency model', () => {
  it('is what the package brings for AWS', () => {
    const shipped = JSON.parse(readFileSync(new URL('../src/aws-latency.json', import.meta.url), 'utf8'));
    expect(parseLatency(shipped)).toMatchObject({ athena: { select: 1500 }, dynamodb: { write: 7 } });
  });

  it('may name some latencies only', () => {
    expect(parseLatency({ s3: { get: 25 } })).toMatchObject({ s3: { get: 25, put: 0 }, athena: { select: 0 } });
  });

  it.each([
    [{ athena: { selct: 5 } }, /athena: .*selct/],
    [{ s3: { get: -1 } }, /s3\.get/],
    [{ s3: { get: '25' } }, /s3\.get/],
    [[], /the model/],
  ])('is refused for %j', (model, problem) => {
    expect(() => parseLatency(model)).toThrow(problem);
  });
});

describe('with a latency model', () => {
  it('an API call takes at least its time', async () => {
    const cloud = await createTestCloud(async (context) => [await createS3Service(context)], {
      latency: { s3: { put: 120 } },
    });
    const s3 = new S3Client({ ...cloud.settings, forcePathStyle: true });
    await s3.send(new CreateBucketCommand({ Bucket: 'slow' }));
    expect(
      await millisecondsOf(s3.send(new PutObjectCommand({ Bucket: 'slow', Key: 'k', Body: 'x' }))),
    ).toBeGreaterThan(119);
    await cloud.remove();
  });

  describe('Athena', () => {
    const SELECT_MS = 1_000;
    let cloud: AthenaCloud;
    beforeAll(async () => {
      cloud = await AthenaCloud.start(undefined, { athena: { select: SELECT_MS } });
    });
    afterAll(() => cloud.end());

    it('runs queries side by side, each for its time', async () => {
      const queries = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((value) => cloud.run(`SELECT ${value}`)));
      for (const { Statistics } of queries) {
        expect(Statistics?.TotalExecutionTimeInMillis).toBeGreaterThanOrEqual(SELECT_MS);
        expect(Statistics?.TotalExecutionTimeInMillis).toBeLessThan(3 * SELECT_MS);
      }
    });

    it('stops a query at once', async () => {
      const QueryExecutionId = await cloud.start('SELECT 1');
      await cloud.athena.send(new StopQueryExecutionCommand({ QueryExecutionId }));
      const { QueryExecution } = await cloud.athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
      expect(QueryExecution?.Status?.State).toBe('CANCELLED');
    });
  });

  it('each environment of a function starts cold once', async () => {
    const cloud = await startLambdaCloud({ latency: { lambda: { coldStart: 700, invoke: 10 } } });
    const code = 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 100));';
    await cloud.create('slow-to-start', code);
    const client = new LambdaClient(cloud.settings);
    const invoke = () => millisecondsOf(client.send(new InvokeCommand({ FunctionName: 'slow-to-start' })));
    const cold = await Promise.all([invoke(), invoke()]);
    const warm = await Promise.all([invoke(), invoke()]);
    expect(Math.min(...cold)).toBeGreaterThan(809);
    expect(Math.max(...warm)).toBeLessThan(700);
    await cloud.remove();
  });

  it('transitions, Map Runs and their children take their time', async () => {
    const latency: LatencyModel = { stepfunctions: { transition: 50, distributedMapStart: 200, childStart: 100 } };
    const cloud = await StatesCloud.start({ latency });
    const ItemProcessor = {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'Each',
      States: { Each: { Type: 'Pass', End: true } },
    };
    const { arn, status } = await cloud.run('timed', {
      StartAt: 'Map',
      States: {
        Map: { Type: 'Map', Items: [1, 2, 3], ItemProcessor, Label: 'Map', Next: 'After' },
        After: { Type: 'Pass', End: true },
      },
    });
    expect(status).toBe('SUCCEEDED');
    const { startDate, stopDate } = await new SFNClient(cloud.clientConfig).send(
      new DescribeExecutionCommand({ executionArn: arn }),
    );
    // Two transitions of the parent, the Map Run, and the children at once, of one transition each.
    expect(Number(stopDate) - Number(startDate)).toBeGreaterThanOrEqual(2 * 50 + 200 + 100 + 50);
    await cloud.close();
  });
});
