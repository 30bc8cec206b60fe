import { isDeepStrictEqual } from 'node:util';
import { zipSync } from 'fflate';
import { asNumber, type ResourceHandler, type ResourceRequest, tagMap } from '../resource-handler.ts';

interface EventInvokeConfig {
  readonly FunctionName: string;
  readonly Qualifier?: string;
  readonly MaximumRetryAttempts?: unknown;
  readonly MaximumEventAgeInSeconds?: unknown;
  readonly DestinationConfig?: object;
}

/** How asynchronous invocations of a function are retried, and where their outcome goes. */
export const eventInvokeConfig: ResourceHandler<EventInvokeConfig> = {
  type: 'AWS::Lambda::EventInvokeConfig',
  properties: ['FunctionName', 'Qualifier', 'MaximumRetryAttempts', 'MaximumEventAgeInSeconds', 'DestinationConfig'],
  replacedBy: ['FunctionName', 'Qualifier'],
  async create(request) {
    await put(request);
    return { ref: request.generateName(), attributes: {} };
  },
  async update(request, { ref, attributes }) {
    await put(request);
    return { ref, attributes };
  },
  async delete(request) {
    const { FunctionName, Qualifier } = request.properties;
    await request.call('lambda', 'DeleteFunctionEventInvokeConfig', { FunctionName, Qualifier });
  },
};

async function put({ call, properties }: ResourceRequest<EventInvokeConfig>): Promise<void> {
  await call('lambda', 'PutFunctionEventInvokeConfig', {
    ...properties,
    MaximumRetryAttempts: asNumber(properties.MaximumRetryAttempts),
    MaximumEventAgeInSeconds: asNumber(properties.MaximumEventAgeInSeconds),
  });
}

interface LambdaPermission {
  readonly Action: string;
  readonly FunctionName: string;
  readonly Principal: string;
}

/** A permission is one statement of its function's resource policy, under an id of CloudFormation's making. */
export const lambdaPermission: ResourceHandler<LambdaPermission> = {
  type: 'AWS::Lambda::Permission',
  properties: ['Action', 'FunctionName', 'Principal', 'SourceAccount', 'SourceArn'],
  replacedBy: ['FunctionName'],
  async create(request) {
    const StatementId = request.generateName({ maxLength: 100 });
    await request.call('lambda', 'AddPermission', { ...request.properties, StatementId });
    return { ref: StatementId, attributes: { Id: StatementId } };
  },
  async update(request, { ref: StatementId, attributes }) {
    const { FunctionName } = request.properties;
    await request.call('lambda', 'RemovePermission', { FunctionName, StatementId });
    await request.call('lambda', 'AddPermission', { ...request.properties, StatementId });
    return { ref: StatementId, attributes };
  },
  async delete(request, { ref: StatementId, properties: { FunctionName } }) {
    await request.call('lambda', 'RemovePermission', { FunctionName, StatementId });
  },
};

interface Mapping {
  readonly EventSourceArn: string;
  readonly FunctionName: string;
  readonly BatchSize?: unknown;
  readonly Enabled?: unknown;
  readonly FunctionResponseTypes?: readonly string[];
  readonly MaximumBatchingWindowInSeconds?: unknown;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: unknown };
}

interface Mapped {
  readonly UUID: string;
  readonly EventSourceMappingArn: string;
}

/** Which queue's messages a function is invoked with. */
export const eventSourceMapping: ResourceHandler<Mapping> = {
  type: 'AWS::Lambda::EventSourceMapping',
  properties: [
    'BatchSize',
    'Enabled',
    'EventSourceArn',
    'FunctionName',
    'FunctionResponseTypes',
    'MaximumBatchingWindowInSeconds',
    'ScalingConfig',
  ],
  ignored: ['Tags'],
  replacedBy: ['EventSourceArn'],
  create: async (request) => made(await request.call<Mapped>('lambda', 'CreateEventSourceMapping', settings(request))),
  async update(request, { ref: UUID }) {
    const { EventSourceArn: _source, ...changed } = settings(request);
    // What a template no longer says is the default again.
    const defaults = { BatchSize: 10, MaximumBatchingWindowInSeconds: 0, Enabled: true };
    const lists = { FunctionResponseTypes: [], ScalingConfig: {} };
    return made(
      await request.call<Mapped>('lambda', 'UpdateEventSourceMapping', { ...defaults, ...lists, ...changed, UUID }),
    );
  },
  async delete(request, { ref: UUID }) {
    await request.call('lambda', 'DeleteEventSourceMapping', { UUID });
  },
};

const made = ({ UUID, EventSourceMappingArn }: Mapped) => ({
  ref: UUID,
  attributes: { Id: UUID, EventSourceMappingArn },
});

function settings({ properties }: ResourceRequest<Mapping>) {
  const { BatchSize, Enabled, MaximumBatchingWindowInSeconds, ScalingConfig, ...same } = properties;
  return {
    ...same,
    ...(BatchSize !== undefined && { BatchSize: asNumber(BatchSize) }),
    ...(Enabled !== undefined && { Enabled: String(Enabled) === 'true' }),
    ...(MaximumBatchingWindowInSeconds !== undefined && {
      MaximumBatchingWindowInSeconds: asNumber(MaximumBatchingWindowInSeconds),
    }),
    ...(ScalingConfig && { ScalingConfig: { MaximumConcurrency: asNumber(ScalingConfig.MaximumConcurrency) } }),
  };
}

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
  readonly VpcConfig?: object;
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
    'VpcConfig',
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
    VpcConfig: properties.VpcConfig ?? {},
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
