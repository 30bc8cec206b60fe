import { isDeepStrictEqual } from 'node:util';
import { zipSync } from 'fflate';
import { asNumber, type ResourceHandler, type ResourceRequest, tagMap } from '../resource-handler.ts';

interface FunctionProperties {
  readonly Architectures?: string[];
  readonly Code: { readonly ZipFile?: string; readonly S3Bucket?: string; readonly S3Key?: string };
  readonly DeadLetterConfig?: { readonly TargetArn?: string };
  readonly Description?: string;
  readonly Environment?: { readonly Variables?: Record<string, unknown> };
  readonly FunctionName?: string;
  readonly Handler?: string;
  readonly LoggingConfig?: object;
  readonly MemorySize?: unknown;
  readonly ReservedConcurrentExecutions?: unknown;
  readonly Role: string;
  readonly Runtime?: string;
  readonly Tags?: { Key: string; Value: unknown }[];
  readonly Timeout?: unknown;
  readonly TracingConfig?: { readonly Mode?: string };
}

type Request = ResourceRequest<FunctionProperties>;

export const lambdaFunction: ResourceHandler<FunctionProperties> = {
  type: 'AWS::Lambda::Function',
  properties: [
    'Architectures',
    'Code',
    'DeadLetterConfig',
    'Description',
    'Environment',
    'FunctionName',
    'Handler',
    'LoggingConfig',
    'MemorySize',
    'ReservedConcurrentExecutions',
    'Role',
    'Runtime',
    'Tags',
    'Timeout',
    'TracingConfig',
  ],
  ignored: ['EphemeralStorage', 'KmsKeyArn', 'RecursiveLoop', 'RuntimeManagementConfig'],
  replacedBy: ['FunctionName'],
  customName: ({ FunctionName }) => FunctionName,
  async create(request) {
    const FunctionName = request.properties.FunctionName ?? request.generateName({ maxLength: 64 });
    requireTrust(request, arnOf(request, FunctionName));
    await request.call('lambda', 'CreateFunction', {
      FunctionName,
      Code: codeOf(request.properties),
      Tags: tagMap(request.properties.Tags),
      Architectures: request.properties.Architectures,
      ...configurationOf(request.properties, FunctionName),
    });
    if (request.properties.ReservedConcurrentExecutions !== undefined) await reserve(request, FunctionName);
    return described(request, FunctionName);
  },
  async update(request, { ref: FunctionName, properties: before }) {
    requireTrust(request, arnOf(request, FunctionName));
    if (!isDeepStrictEqual(before.Code, request.properties.Code)) {
      await request.call('lambda', 'UpdateFunctionCode', { FunctionName, ...codeOf(request.properties) });
    }
    await request.call('lambda', 'UpdateFunctionConfiguration', {
      FunctionName,
      ...configurationOf(request.properties, FunctionName),
    });
    await reserve(request, FunctionName);
    return described(request, FunctionName);
  },
  /** A function or code that was lost with a damaged file is made anew. */
  async refresh(request, { ref: FunctionName }) {
    const found = await request
      .call<{ State?: string; StateReason?: string }>('lambda', 'GetFunctionConfiguration', { FunctionName })
      .catch(() => undefined);
    if (!found) return lambdaFunction.create(request);
    if (found.State === 'Failed') {
      request.context.log(found.StateReason ?? '');
      await request.call('lambda', 'UpdateFunctionCode', { FunctionName, ...codeOf(request.properties) });
    }
    return described(request, FunctionName);
  },
  async delete(request, { ref }) {
    await request.call('lambda', 'DeleteFunction', { FunctionName: ref });
  },
};

async function reserve({ call, properties }: Request, FunctionName: string): Promise<void> {
  const ReservedConcurrentExecutions = asNumber(properties.ReservedConcurrentExecutions);
  if (ReservedConcurrentExecutions === undefined) await call('lambda', 'DeleteFunctionConcurrency', { FunctionName });
  else await call('lambda', 'PutFunctionConcurrency', { FunctionName, ReservedConcurrentExecutions });
}

/** What the template leaves out goes back to its default. */
function configurationOf(properties: FunctionProperties, name: string): object {
  const { Handler, Role, Runtime, Timeout, MemorySize, Environment, LoggingConfig } = properties;
  const variables = Object.entries(Environment?.Variables ?? {}).map(([key, value]) => [key, String(value)]);
  return {
    Role,
    Handler,
    Runtime,
    Description: properties.Description ?? '',
    Timeout: asNumber(Timeout) ?? 3,
    MemorySize: asNumber(MemorySize) ?? 128,
    Environment: { Variables: Object.fromEntries(variables) },
    LoggingConfig: { LogFormat: 'Text', LogGroup: `/aws/lambda/${name}`, ...LoggingConfig },
    TracingConfig: { Mode: 'PassThrough', ...properties.TracingConfig },
    DeadLetterConfig: { TargetArn: properties.DeadLetterConfig?.TargetArn ?? '' },
  };
}

/** Code in the template itself becomes `index.js`, as CloudFormation does. */
function codeOf({ Code, Runtime = '' }: FunctionProperties): object {
  if (Code.ZipFile === undefined) return { S3Bucket: Code.S3Bucket, S3Key: Code.S3Key };
  const file = Runtime.startsWith('python') ? 'index.py' : 'index.js';
  return { ZipFile: Buffer.from(zipSync({ [file]: Buffer.from(Code.ZipFile) })) };
}

function requireTrust({ authorizer, properties }: Request, functionArn: string): void {
  if (!authorizer.trusts(properties.Role, 'lambda.amazonaws.com', functionArn)) {
    throw new Error(
      `The role defined for the function cannot be assumed by Lambda: ${properties.Role} does not trust lambda.amazonaws.com.`,
    );
  }
}

const arnOf = ({ context }: Request, name: string): string =>
  `arn:aws:lambda:${context.region}:${context.accountId}:function:${name}`;

const described = (request: Request, name: string) => ({ ref: name, attributes: { Arn: arnOf(request, name) } });
