import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { noteTracing, tracePermission } from '../tracing.ts';
import { checkVariables } from './environment-variables.ts';
import type { FunctionSettings } from './function-record.ts';

const HOSTED_RUNTIMES = ['nodejs18.x', 'nodejs20.x', 'nodejs22.x', 'nodejs24.x'];
const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

/** The members that CreateFunction and UpdateFunctionConfiguration share. */
export const settingsShape = {
  Role: z.string().regex(/^arn:(aws[a-zA-Z-]*)?:iam::\d{12}:role\/?[a-zA-Z_0-9+=,.@\-_/]+$/),
  Handler: z
    .string()
    .max(128)
    .regex(/^[^\s]+$/),
  Runtime: z.string(),
  Description: z.string().max(256),
  Timeout: z.number().int().min(1).max(900),
  MemorySize: z.number().int().min(128).max(10_240),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).nullish() }),
  EphemeralStorage: z.object({ Size: z.number().int().min(512).max(10_240) }),
  TracingConfig: z.object({ Mode: z.enum(['Active', 'PassThrough']).optional() }),
  DeadLetterConfig: z.object({ TargetArn: z.string().optional() }),
  LoggingConfig: z.object({
    LogFormat: z.enum(['JSON', 'Text']).optional(),
    ApplicationLogLevel: z.enum(LEVELS).optional(),
    SystemLogLevel: z.enum(['DEBUG', 'INFO', 'WARN']).optional(),
    LogGroup: z
      .string()
      .min(1)
      .max(512)
      .regex(/^[.\-_/#A-Za-z0-9]+$/)
      .optional(),
  }),
  Layers: z.array(z.string()),
  FileSystemConfigs: z.array(z.unknown()),
  ImageConfig: z.unknown(),
  SnapStart: z.object({ ApplyOn: z.enum(['PublishedVersions', 'None']).optional() }),
  VpcConfig: z.object({ SubnetIds: z.array(z.string()).optional(), SecurityGroupIds: z.array(z.string()).optional() }),
};

const optional = z.object(settingsShape).partial();
export type SettingsInput = z.output<typeof optional>;

/** Lays what a request says over what a function has, and refuses what AWS or the local cloud would not run. */
export function applySettings(input: SettingsInput, base: FunctionSettings): FunctionSettings {
  refuseUnhosted(input);
  const logFormat = input.LoggingConfig?.LogFormat ?? base.logFormat;
  const level = input.LoggingConfig?.ApplicationLogLevel;
  if (logFormat === 'Text' && level) {
    throw invalid(`ApplicationLogLevel is ${level}, but LogFormat is Text. Set LogFormat to JSON to choose a level.`);
  }
  const settings: FunctionSettings = {
    role: input.Role ?? base.role,
    handler: input.Handler ?? base.handler,
    runtime: input.Runtime ?? base.runtime,
    description: input.Description ?? base.description,
    timeout: input.Timeout ?? base.timeout,
    memorySize: input.MemorySize ?? base.memorySize,
    architecture: base.architecture,
    ephemeralStorage: input.EphemeralStorage?.Size ?? base.ephemeralStorage,
    tracing: input.TracingConfig?.Mode ?? base.tracing,
    variables: input.Environment ? (input.Environment.Variables ?? {}) : base.variables,
    deadLetterArn: input.DeadLetterConfig ? input.DeadLetterConfig.TargetArn || undefined : base.deadLetterArn,
    logFormat,
    logGroup: input.LoggingConfig?.LogGroup ?? base.logGroup,
    applicationLogLevel: level ?? base.applicationLogLevel,
  };
  if (settings.deadLetterArn && !/^arn:aws[\w-]*:(sqs|sns):/.test(settings.deadLetterArn)) {
    throw invalid(
      `DeadLetterConfig.TargetArn is ${settings.deadLetterArn}; it must be the ARN of an SQS queue or an SNS topic.`,
    );
  }
  checkVariables(settings.variables);
  return settings;
}

export function defaultSettings(name: string): FunctionSettings {
  return {
    role: '',
    handler: '',
    runtime: '',
    description: '',
    timeout: 3,
    memorySize: 128,
    architecture: 'x86_64',
    ephemeralStorage: 512,
    tracing: 'PassThrough',
    variables: {},
    logFormat: 'Text',
    logGroup: `/aws/lambda/${name}`,
    applicationLogLevel: 'INFO',
  };
}

/** A function in subnets needs a role that may connect it. It uses this machine's network all the same. */
export function requireNetwork(context: CloudContext, name: string, role: string, { VpcConfig }: SettingsInput): void {
  if (!VpcConfig?.SubnetIds?.length) return;
  const action = 'ec2:CreateNetworkInterface';
  try {
    context.authorize(context.assumeRole(role, name), [{ action, resource: '*' }]);
  } catch {
    throw invalid('The provided execution role does not have permissions to call CreateNetworkInterface on EC2');
  }
}

/** A function is traced only if its role may send traces. */
export function requireTracing(context: CloudContext, name: string, { tracing, role }: FunctionSettings): void {
  if (tracing !== 'Active') return;
  try {
    context.authorize(context.assumeRole(role, name), [tracePermission('PutTraceSegments')]);
  } catch {
    throw invalid('The provided execution role does not have permissions to call PutTraceSegments on XRAY');
  }
  noteTracing(context, name, role, ['PutTelemetryRecords']);
}

function refuseUnhosted(input: SettingsInput): void {
  if (input.Runtime !== undefined && !HOSTED_RUNTIMES.includes(input.Runtime)) {
    throw invalid(
      `The local cloud hosts Node.js runtimes only (${HOSTED_RUNTIMES.join(', ')}); Runtime is ${input.Runtime}.`,
    );
  }
  const refused = (['Layers', 'FileSystemConfigs'] as const).find((name) => (input[name]?.length ?? 0) > 0);
  if (refused) throw invalid(`The local cloud does not host ${refused}. Bundle what the function needs into its code.`);
  if (input.ImageConfig) throw invalid('The local cloud does not host container images. Use a zip package.');
  if (input.SnapStart?.ApplyOn === 'PublishedVersions') {
    throw invalid('SnapStart is not available for Node.js runtimes. Set SnapStart.ApplyOn to None.');
  }
}

export const invalid = (message: string): AwsError => new AwsError('InvalidParameterValueException', message);
