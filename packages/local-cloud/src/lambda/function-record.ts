import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import type { CloudContext } from '../cloud-context.ts';
import { functionArn } from './function-name.ts';

/** What a function is set to, with every default filled in. */
export interface FunctionSettings {
  readonly role: string;
  readonly handler: string;
  readonly runtime: string;
  readonly description: string;
  readonly timeout: number;
  readonly memorySize: number;
  readonly architecture: string;
  readonly ephemeralStorage: number;
  readonly tracing: 'Active' | 'PassThrough';
  readonly variables: Readonly<Record<string, string>>;
  readonly deadLetterArn?: string;
  readonly logFormat: 'Text' | 'JSON';
  readonly logGroup: string;
  readonly applicationLogLevel: string;
}

export interface PolicyStatement {
  readonly Sid: string;
  readonly Effect: 'Allow';
  readonly Principal: unknown;
  readonly Action: string;
  readonly Resource: string;
  readonly Condition?: Record<string, Record<string, string>>;
}

/** How asynchronous invocations that fail are treated. */
export interface EventInvokeConfig {
  readonly maximumRetryAttempts?: number;
  readonly maximumEventAgeInSeconds?: number;
  readonly onSuccess?: string;
  readonly onFailure?: string;
  readonly lastModified: number;
}

/** A function as it is kept on disk. */
export interface FunctionRecord {
  readonly name: string;
  readonly settings: FunctionSettings;
  /** Names the unpacked code in the code store. */
  readonly codeId: string;
  readonly codeSha256: string;
  readonly codeSize: number;
  readonly lastModified: number;
  readonly revisionId: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly policy: readonly PolicyStatement[];
  readonly reservedConcurrency?: number;
  readonly eventInvoke?: EventInvokeConfig;
}

/** As the function gets them: addresses of the local cloud in them are those of now. */
export const followedVariables = (context: CloudContext, { variables }: FunctionSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, context.follow(value)]));

/** The shape every operation that answers with a function gives it. */
export function describeFunction(context: CloudContext, record: FunctionRecord): FunctionConfiguration {
  const { settings } = record;
  const hasVariables = Object.keys(settings.variables).length > 0;
  return {
    FunctionName: record.name,
    FunctionArn: functionArn(context, record.name),
    Runtime: settings.runtime as FunctionConfiguration['Runtime'],
    Role: settings.role,
    Handler: settings.handler,
    CodeSize: record.codeSize,
    Description: settings.description,
    Timeout: settings.timeout,
    MemorySize: settings.memorySize,
    LastModified: new Date(record.lastModified).toISOString().replace('Z', '+0000'),
    CodeSha256: record.codeSha256,
    Version: '$LATEST',
    ...(hasVariables && { Environment: { Variables: followedVariables(context, settings) } }),
    ...(settings.deadLetterArn && { DeadLetterConfig: { TargetArn: settings.deadLetterArn } }),
    TracingConfig: { Mode: settings.tracing },
    RevisionId: record.revisionId,
    State: 'Active',
    LastUpdateStatus: 'Successful',
    PackageType: 'Zip',
    Architectures: [settings.architecture as 'x86_64' | 'arm64'],
    EphemeralStorage: { Size: settings.ephemeralStorage },
    SnapStart: { ApplyOn: 'None', OptimizationStatus: 'Off' },
    LoggingConfig: {
      LogFormat: settings.logFormat,
      LogGroup: settings.logGroup,
      ...(settings.logFormat === 'JSON' && {
        ApplicationLogLevel: settings.applicationLogLevel as 'INFO',
        SystemLogLevel: 'INFO',
      }),
    },
  };
}
