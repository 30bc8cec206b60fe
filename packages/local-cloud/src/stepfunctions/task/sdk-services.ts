import type { ErrorNames } from './service-error.ts';

/** A hosted service as `aws-sdk:` integrations see it. */
export interface SdkService {
  /** The name it has in the local cloud (SigV4). */
  readonly name: string;
  readonly errors: ErrorNames;
  /** Its API's members begin with a small letter, Step Functions' with a capital. */
  readonly camelCase: boolean;
  /** Members whose keys are data, not names; as the API writes them. */
  readonly maps: ReadonlySet<string>;
  /** Members that are text in the API and may be given as JSON. */
  readonly textMembers: ReadonlySet<string>;
  /** Members that are bytes in the API: any value is written as JSON, a text with its quotes. */
  readonly jsonMembers: ReadonlySet<string>;
  /** Members the SDK that Step Functions uses sends when the task does not. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

function service(name: string, prefix: string, more: Partial<SdkService> & { modelled?: string[] } = {}): SdkService {
  const { modelled, ...rest } = more;
  return {
    name,
    errors: { prefix, service: prefix, fallback: `${prefix}Exception`, ...(modelled ? { modelled } : {}) },
    camelCase: false,
    maps: new Set(),
    textMembers: new Set(),
    jsonMembers: new Set(),
    defaults: {},
    ...rest,
  };
}

/** S3 answers with many codes that its model does not have; those surface as `S3.S3Exception`. */
const S3_MODELLED = [
  'BucketAlreadyExists',
  'BucketAlreadyOwnedByYou',
  'EncryptionTypeMismatch',
  'IdempotencyParameterMismatch',
  'InvalidObjectState',
  'InvalidRequest',
  'InvalidWriteOffset',
  'NoSuchBucket',
  'NoSuchKey',
  'NoSuchUpload',
  'ObjectAlreadyInActiveTierError',
  'ObjectNotInActiveTierError',
  'TooManyParts',
];

/** By the name an `aws-sdk:` resource uses. */
export const sdkServices: Readonly<Record<string, SdkService>> = {
  athena: service('athena', 'Athena'),
  cloudformation: service('cloudformation', 'CloudFormation'),
  cloudwatch: service('monitoring', 'CloudWatch'),
  cloudwatchlogs: service('logs', 'CloudWatchLogs', { camelCase: true, maps: new Set(['tags']) }),
  dynamodb: service('dynamodb', 'DynamoDb'),
  eventbridge: service('events', 'EventBridge'),
  glue: service('glue', 'Glue'),
  lambda: service('lambda', 'Lambda', { jsonMembers: new Set(['Payload']) }),
  s3: service('s3', 'S3', {
    modelled: S3_MODELLED,
    jsonMembers: new Set(['Body']),
    defaults: { putObject: { ChecksumAlgorithm: 'CRC32' } },
  }),
  secretsmanager: service('secretsmanager', 'SecretsManager', { textMembers: new Set(['SecretString']) }),
  sfn: service('states', 'Sfn', {
    camelCase: true,
    maps: new Set(['variableReferences', 'assignedVariables', 'input', 'output', 'definition']),
    textMembers: new Set(['input', 'output', 'definition', 'cause']),
  }),
  sns: service('sns', 'Sns', { textMembers: new Set(['Message']) }),
  sqs: service('sqs', 'Sqs', { textMembers: new Set(['MessageBody']) }),
  sts: service('sts', 'Sts'),
};
