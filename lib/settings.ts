import type { Node } from 'constructs';

/** What `cdk deploy -c key=value` can set. */
export interface Settings {
  /** Keeps several installations in one account apart. Default: main, whose names have no suffix. */
  readonly stage: string;
  /** `''` for the stage main, `-<stage>` otherwise; part of names. */
  readonly suffix: string;
  /** Where the Iceberg tables are: the Glue catalog (default) or an S3 table bucket. */
  readonly tables: 'glue' | 's3tables';
  /** Agents the callers may start. Patterns with `*` allowed. */
  readonly agentStateMachineArns: string[];
  /** Tools the callers may invoke. */
  readonly toolLambdaArns: string[];
  /** Secrets endpoint calls may read. */
  readonly endpointSecretArns: string[];
  /** Whether the HTTP API is deployed. Default: false */
  readonly api: boolean;
  /** Customer keys that these secrets are encrypted with. */
  readonly secretKeyArns: string[];
  readonly retention: Retention;
}

/** How long Iceberg keeps what a newer state of a table has replaced. */
export interface Retention {
  /** Days a snapshot can be queried and rolled back to. */
  readonly snapshotDays: number;
  /** Days until a file that no snapshot refers to is removed; a query that writes for as long would lose its files. */
  readonly orphanFileDays: number;
}

export const DEFAULT_RETENTION: Retention = { snapshotDays: 5, orphanFileDays: 3 };

export const suffixOf = (stage: string): string => (stage === 'main' ? '' : `-${stage}`);

export function readSettings(node: Node): Settings {
  const stage = oneOf(
    node,
    'stage',
    /^[a-z][a-z0-9]{0,15}$/,
    'main',
    'a lower-case word of up to 16 letters and digits',
  );
  const tables = oneOf(node, 'tables', /^(glue|s3tables)$/, 'glue', 'glue or s3tables');
  return {
    stage,
    suffix: suffixOf(stage),
    tables: tables === 's3tables' ? 's3tables' : 'glue',
    agentStateMachineArns: arns(node, 'agentStateMachineArns', 'states'),
    toolLambdaArns: arns(node, 'toolLambdaArns', 'lambda'),
    endpointSecretArns: arns(node, 'endpointSecretArns', 'secretsmanager'),
    api: oneOf(node, 'api', /^(true|false)$/, 'false', 'true or false') === 'true',
    secretKeyArns: arns(node, 'secretKeyArns', 'kms'),
    retention: {
      snapshotDays: days(node, 'snapshotDays', DEFAULT_RETENTION.snapshotDays),
      orphanFileDays: days(node, 'orphanFileDays', DEFAULT_RETENTION.orphanFileDays),
    },
  };
}

function oneOf(node: Node, key: string, pattern: RegExp, fallback: string, allowed: string): string {
  const value = String(node.tryGetContext(key) ?? fallback);
  if (!pattern.test(value)) throw new Error(`Context ${key} is ${JSON.stringify(value)}; it must be ${allowed}.`);
  return value;
}

const days = (node: Node, key: string, fallback: number): number =>
  Number(oneOf(node, key, /^[1-9]\d{0,3}$/, String(fallback), 'a number of days from 1 to 9999'));

/** A comma list on the command line, or an array in cdk.json. */
function arns(node: Node, key: string, service: string): string[] {
  const value: unknown = node.tryGetContext(key) ?? [];
  const list = (Array.isArray(value) ? value.map(String) : String(value).split(','))
    .map((arn) => arn.trim())
    .filter(Boolean);
  for (const arn of list) {
    if (!new RegExp(`^arn:[^:]+:${service}:[^:]*:[^:]*:.+$`).test(arn)) {
      throw new Error(
        `Context ${key} holds ${JSON.stringify(arn)}; each entry must be an ARN of ${service}, for example arn:aws:${service}:us-east-1:123456789012:…`,
      );
    }
  }
  return list;
}
