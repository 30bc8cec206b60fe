import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { type FunctionRecord, followedVariables } from './function-record.ts';

/** "Reserved environment variables" of the Lambda guide: a function cannot set them. */
const RESERVED = new Set([
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
  'AWS_DEFAULT_REGION',
  'AWS_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_INITIALIZATION_TYPE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_LAMBDA_RUNTIME_API',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
]);
const LARGEST_BYTES = 4096;
const UNABLE =
  'Lambda was unable to configure your environment variables because the environment variables you have provided';

export function checkVariables(variables: Readonly<Record<string, string>>): void {
  const names = Object.keys(variables);
  const reserved = names.filter((name) => RESERVED.has(name));
  if (reserved.length > 0) {
    throw invalid(
      `${UNABLE} contains reserved keys that are currently not supported for modification. ` +
        `Reserved keys used in this request: ${reserved.join(', ')}`,
    );
  }
  const malformed = names.find((name) => !/^[a-zA-Z]\w+$/.test(name));
  if (malformed !== undefined) {
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'environment.variables' failed to satisfy constraint: ` +
        `Map keys must satisfy constraint: [Member must satisfy regular expression pattern: [a-zA-Z]([a-zA-Z0-9_])+] (${malformed})`,
    );
  }
  // The values may be secret: the message names the size, not the content.
  const bytes = Buffer.byteLength(JSON.stringify(variables));
  if (bytes > LARGEST_BYTES) throw invalid(`${UNABLE} exceeded the 4KB limit. String measured: ${bytes} bytes`);
}

/** Everything a handler finds in `process.env`: its own variables and the runtime's, nothing of the local cloud's. */
export function runtimeVariables(
  context: CloudContext,
  record: FunctionRecord,
  taskRoot: string,
): Record<string, string> {
  const { settings, name } = record;
  const credentials = context.credentialsFor(context.assumeRole(settings.role, name));
  return {
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    PATH: '/var/lang/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin',
    // Without it the SDK would read the configuration files of the person who runs the local cloud.
    HOME: taskRoot,
    AWS_ENDPOINT_URL: context.endpoint(),
    AWS_XRAY_CONTEXT_MISSING: 'LOG_ERROR',
    // A function of a newer runtime need not hear of the Node.js that hosts it.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    ...followedVariables(context, settings),
    ...context.hostVariables(),
    _HANDLER: settings.handler,
    LAMBDA_TASK_ROOT: taskRoot,
    LAMBDA_RUNTIME_DIR: '/var/runtime',
    AWS_REGION: context.region,
    AWS_DEFAULT_REGION: context.region,
    AWS_EXECUTION_ENV: `AWS_Lambda_${settings.runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memorySize),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: settings.logGroup,
    AWS_LAMBDA_LOG_FORMAT: settings.logFormat,
    ...(settings.logFormat === 'JSON' && { AWS_LAMBDA_LOG_LEVEL: settings.applicationLogLevel }),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
  };
}

const invalid = (message: string): AwsError => new AwsError('InvalidParameterValueException', message);
