import { CreateFunctionCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  GetExecutionHistoryCommand,
  type HistoryEvent,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { strToU8, zipSync } from 'fflate';
import type { CloudContext } from '../../src/cloud-context.ts';
import type { CloudOptions } from '../../src/create-cloud.ts';
import { createLambdaService } from '../../src/lambda/service.ts';
import { createS3Service } from '../../src/s3/service.ts';
import type { Service } from '../../src/service.ts';
import { createStepFunctionsService } from '../../src/stepfunctions/service.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';

export const ROLE = 'arn:aws:iam::000000000000:role/machine';

export interface Ended {
  readonly arn: string;
  readonly status: string | undefined;
  readonly output: unknown;
  readonly error: string | undefined;
  readonly cause: string | undefined;
}

interface StatesCloudOptions {
  /** S3, and services that are made from it. */
  readonly s3?: (context: CloudContext) => Promise<Service[]>;
  readonly services?: (context: CloudContext) => Service[] | Promise<Service[]>;
  readonly authorize?: CloudOptions['authorize'];
  readonly throttle?: CloudOptions['throttle'];
  readonly latency?: CloudOptions['latency'];
  readonly log?: CloudOptions['log'];
  readonly dataDir?: string;
}

/** A local cloud with Step Functions, Lambda, S3 and what a test adds, and clients that speak to it over HTTP. */
export class StatesCloud {
  readonly cloud: TestCloud;
  readonly dataDir: string;
  readonly sfn: SFNClient;
  readonly lambda: LambdaClient;
  readonly s3: S3Client;

  static async start(options: StatesCloudOptions = {}): Promise<StatesCloud> {
    const { s3, services, authorize, throttle, latency, log, dataDir } = options;
    const cloud = await createTestCloud(
      async (context) => [
        ...(s3 ? await s3(context) : [await createS3Service(context)]),
        createLambdaService(context),
        await createStepFunctionsService(context),
        ...((await services?.(context)) ?? []),
      ],
      { dataDir, throttle, latency, ...(log && { log }), ...(authorize && { authorize }) },
    );
    return new StatesCloud(cloud);
  }

  constructor(cloud: TestCloud) {
    this.cloud = cloud;
    this.dataDir = cloud.dataDir;
    this.sfn = new SFNClient(this.clientConfig);
    this.lambda = new LambdaClient(this.clientConfig);
    this.s3 = new S3Client({ ...this.clientConfig, forcePathStyle: true });
  }

  get clientConfig() {
    return this.cloud.settings;
  }

  async close({ keepData = false } = {}): Promise<void> {
    for (const client of [this.sfn, this.lambda, this.s3]) client.destroy();
    await (keepData ? this.cloud.close() : this.cloud.remove());
  }

  /** Gives the function's ARN. */
  async createFunction(name: string, code: string, more: { Timeout?: number } = {}): Promise<string> {
    const { FunctionArn = '' } = await this.lambda.send(
      new CreateFunctionCommand({
        FunctionName: name,
        Role: ROLE,
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Code: { ZipFile: zipSync({ 'index.js': strToU8(code) }) },
        ...more,
      }),
    );
    return FunctionArn;
  }

  async createBucket(Bucket: string, objects: Record<string, string | Uint8Array> = {}): Promise<void> {
    await this.s3.send(new CreateBucketCommand({ Bucket }));
    for (const [Key, Body] of Object.entries(objects)) await this.put(Bucket, Key, Body);
  }

  async put(Bucket: string, Key: string, Body: string | Uint8Array, ContentEncoding?: string): Promise<void> {
    await this.s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentEncoding }));
  }

  async text(Bucket: string, Key: string): Promise<string> {
    const { Body } = await this.s3.send(new GetObjectCommand({ Bucket, Key }));
    return (await Body?.transformToString()) ?? '';
  }

  async createMachine(name: string, definition: object, type: 'STANDARD' | 'EXPRESS' = 'STANDARD'): Promise<string> {
    const text = JSON.stringify({ QueryLanguage: 'JSONata', ...definition });
    const created = await this.sfn.send(new CreateStateMachineCommand({ name, roleArn: ROLE, definition: text, type }));
    return created.stateMachineArn ?? '';
  }

  async startMachine(stateMachineArn: string, input: unknown = {}, name?: string): Promise<string> {
    const { executionArn = '' } = await this.sfn.send(
      new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input), name }),
    );
    return executionArn;
  }

  async ended(executionArn: string): Promise<Ended> {
    let described: DescribeExecutionCommandOutput;
    do {
      await new Promise((resolve) => setTimeout(resolve, 10));
      described = await this.sfn.send(new DescribeExecutionCommand({ executionArn }));
    } while (described.status === 'RUNNING');
    const { status, output, error, cause } = described;
    return { arn: executionArn, status, output: output && JSON.parse(output), error, cause };
  }

  async run(name: string, definition: object, input: unknown = {}): Promise<Ended> {
    return this.ended(await this.startMachine(await this.createMachine(name, definition), input));
  }

  /** A machine of one Task. */
  runTask(name: string, resource: string, args: unknown, more: object = {}, input: unknown = {}): Promise<Ended> {
    const task = { Type: 'Task', Resource: resource, Arguments: args, End: true, ...more };
    return this.run(name, { StartAt: 'Call', States: { Call: task } }, input);
  }

  async history(executionArn: string): Promise<HistoryEvent[]> {
    const { events = [] } = await this.sfn.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
    return events;
  }

  async eventTypes(executionArn: string): Promise<(string | undefined)[]> {
    return (await this.history(executionArn)).map(({ type }) => type);
  }
}
