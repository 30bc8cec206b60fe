import type { Readable } from 'node:stream';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

interface StateMachine {
  readonly Definition?: object;
  readonly DefinitionS3Location?: { readonly Bucket: string; readonly Key: string };
  readonly DefinitionString?: string;
  readonly DefinitionSubstitutions?: Record<string, unknown>;
  readonly LoggingConfiguration?: LoggingConfiguration;
  readonly RoleArn: string;
  readonly StateMachineName?: string;
  readonly StateMachineType?: string;
  readonly Tags?: { readonly Key: string; readonly Value: unknown }[];
  readonly TracingConfiguration?: { readonly Enabled?: unknown };
}

interface LoggingConfiguration {
  readonly Destinations?: { CloudWatchLogsLogGroup?: { LogGroupArn?: string } }[];
  readonly IncludeExecutionData?: unknown;
  readonly Level?: string;
}

type Request = ResourceRequest<StateMachine>;

/** Step Functions allows 80 characters. */
const MAX_NAME = 80;

export const stateMachine: ResourceHandler<StateMachine> = {
  type: 'AWS::StepFunctions::StateMachine',
  properties: [
    'Definition',
    'DefinitionS3Location',
    'DefinitionString',
    'DefinitionSubstitutions',
    'LoggingConfiguration',
    'RoleArn',
    'StateMachineName',
    'StateMachineType',
    'Tags',
    'TracingConfiguration',
  ],
  ignored: ['EncryptionConfiguration'],
  replacedBy: ['StateMachineName', 'StateMachineType'],
  customName: ({ StateMachineName }) => StateMachineName,
  async create(request) {
    const { StateMachineName, StateMachineType, Tags = [] } = request.properties;
    const name = StateMachineName ?? request.generateName({ maxLength: MAX_NAME });
    const { region, accountId } = request.context;
    requireTrust(request, `arn:aws:states:${region}:${accountId}:stateMachine:${name}`);
    const made = await request.call<{ stateMachineArn: string }>('states', 'CreateStateMachine', {
      name,
      type: StateMachineType ?? 'STANDARD',
      ...(await settingsOf(request)),
      tags: Tags.map(({ Key, Value }) => ({ key: Key, value: String(Value) })),
    });
    return described(made.stateMachineArn, name);
  },
  async update(request, { ref, attributes }) {
    requireTrust(request, ref);
    await request.call('states', 'UpdateStateMachine', { stateMachineArn: ref, ...(await settingsOf(request)) });
    return described(ref, String(attributes.Name));
  },
  async delete(request, { ref }) {
    await request.call('states', 'DeleteStateMachine', { stateMachineArn: ref });
  },
};

async function settingsOf(request: Request): Promise<object> {
  const { RoleArn, LoggingConfiguration, TracingConfiguration } = request.properties;
  return {
    definition: await definitionOf(request),
    roleArn: RoleArn,
    ...(LoggingConfiguration ? { loggingConfiguration: loggingOf(LoggingConfiguration) } : {}),
    ...(TracingConfiguration
      ? { tracingConfiguration: { enabled: String(TracingConfiguration.Enabled) === 'true' } }
      : {}),
  };
}

/** The definition from wherever the template has it, with `${name}` replaced from DefinitionSubstitutions. */
async function definitionOf({ properties, call }: Request): Promise<string> {
  const { Definition, DefinitionS3Location, DefinitionString, DefinitionSubstitutions = {} } = properties;
  let text = DefinitionString ?? (Definition && JSON.stringify(Definition));
  if (DefinitionS3Location) {
    const { Bucket, Key } = DefinitionS3Location;
    text = await textOf((await call<{ Body: Readable | Uint8Array }>('s3', 'GetObject', { Bucket, Key })).Body);
  }
  if (text === undefined) throw new Error('it has no DefinitionString, Definition or DefinitionS3Location');
  return text.replace(/\$\{([A-Za-z0-9_]+)\}/g, (all, name: string) => {
    if (!Object.hasOwn(DefinitionSubstitutions, name)) return all;
    const value = DefinitionSubstitutions[name];
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

async function textOf(body: Readable | Uint8Array): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function loggingOf({ Destinations = [], IncludeExecutionData, Level }: LoggingConfiguration): object {
  return {
    level: Level ?? 'OFF',
    includeExecutionData: String(IncludeExecutionData) === 'true',
    destinations: Destinations.map(({ CloudWatchLogsLogGroup }) => ({
      cloudWatchLogsLogGroup: { logGroupArn: CloudWatchLogsLogGroup?.LogGroupArn },
    })),
  };
}

function requireTrust({ authorizer, properties }: Request, arn: string): void {
  if (!authorizer.trusts(properties.RoleArn, 'states.amazonaws.com', arn)) {
    throw new Error(
      `Neither the global service principal states.amazonaws.com, nor the regional one is authorized to assume the provided role ${properties.RoleArn}.`,
    );
  }
}

const described = (arn: string, name: string) => ({ ref: arn, attributes: { Arn: arn, Name: name } });
