import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { CreateFunctionCommand, InvokeCommand, type InvokeCommandInput, LambdaClient } from '@aws-sdk/client-lambda';
import { strToU8, zipSync } from 'fflate';
import type { CloudContext } from '../../src/cloud-context.ts';
import { createCloudWatchService } from '../../src/cloudwatch/service.ts';
import type { CloudOptions } from '../../src/create-cloud.ts';
import { createLambdaService, type LambdaOptions } from '../../src/lambda/service.ts';
import { createLogsService } from '../../src/logs/service.ts';
import type { Service } from '../../src/service.ts';
import { createTestCloud } from '../support/create-test-cloud.ts';

export const ROLE = 'arn:aws:iam::000000000000:role/function-role';

export interface LambdaCloudOptions extends LambdaOptions {
  readonly dataDir?: string;
  readonly latency?: CloudOptions['latency'];
  readonly limits?: CloudOptions['limits'];
  readonly authorize?: CloudOptions['authorize'];
  readonly more?: (context: CloudContext) => Service[];
}

/** A local cloud with Lambda, CloudWatch and CloudWatch Logs, and SDK clients for it. */
export async function startLambdaCloud(options: LambdaCloudOptions = {}) {
  const logged: string[] = [];
  const cloud = await createTestCloud(
    (context) => [
      createLogsService(context),
      createCloudWatchService(context),
      createLambdaService(context, options),
      ...(options.more?.(context) ?? []),
    ],
    {
      dataDir: options.dataDir,
      latency: options.latency,
      limits: options.limits,
      log: (line) => logged.push(line),
      ...(options.authorize && { authorize: options.authorize }),
    },
  );
  const { settings, dataDir } = cloud;
  const client = new LambdaClient(settings);
  return {
    dataDir,
    cloud,
    logged,
    client,
    settings,
    logs: new CloudWatchLogsClient(settings),
    metrics: new CloudWatchClient(settings),

    /** Creates a function whose code is `index.js` with this text, or the given files. */
    async create(FunctionName: string, code: string | Record<string, string>, more: object = {}) {
      const files = typeof code === 'string' ? { 'index.js': code } : code;
      await client.send(
        new CreateFunctionCommand({
          FunctionName,
          Role: ROLE,
          Runtime: 'nodejs22.x',
          Handler: 'index.handler',
          Code: { ZipFile: zip(files) },
          ...more,
        }),
      );
    },
    async invoke(FunctionName: string, event: unknown = {}, more: Partial<InvokeCommandInput> = {}) {
      const output = await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event), ...more }));
      const text = Buffer.from(output.Payload ?? []).toString('utf8');
      return { ...output, payload: text === '' ? undefined : JSON.parse(text) };
    },
    /** Ends the cloud but leaves its data. */
    stop: () => cloud.close(),
    remove: () => cloud.remove(),
  };
}

export type LambdaCloud = Awaited<ReturnType<typeof startLambdaCloud>>;

export function zip(files: Record<string, string>): Uint8Array {
  // The time is part of a zip: the same files are to give the same bytes.
  const mtime = '2026-01-01T00:00:00';
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { mtime });
}
