import type { Node } from 'constructs';
import type * as z from 'zod';
import { describeIssues } from '../contracts/describe-issues.ts';
import {
  type NamedTarget,
  namedTargetSchema,
  type SecretBinding,
  secretBindingSchema,
} from '../contracts/target-bindings.ts';
import { parseJson } from '../core/json.ts';
import { compileMapping } from '../core/mapping/compile-mapping.ts';

/** What `cdk deploy -c key=value` can set. */
export interface Settings {
  /** Keeps several installations in one account apart. Default: main, whose names have no suffix. */
  readonly stage: string;
  /** `''` for the stage main, `-<stage>` otherwise; part of names. */
  readonly suffix: string;
  /** Where the Iceberg tables are: the Glue catalog (default) or an S3 table bucket. */
  readonly tables: 'glue' | 's3tables';
  /** Agents the callers may start. Patterns with `*` allowed. */
  readonly agents: NamedTarget[];
  /** Tools the callers may invoke. */
  readonly tools: NamedTarget[];
  /** Secrets endpoint calls may read, and where they may be sent. */
  readonly endpointSecrets: SecretBinding[];
  /** Secrets that calls of the default tenant may send to any host: how they were named before hosts were. */
  readonly endpointSecretArns: string[];
  /** Whether targets on 127.0.0.1 are called without `allowPrivateAddresses`. Default: false */
  readonly allowLoopback: boolean;
  /** Whether the HTTP API is deployed. Default: false */
  readonly api: boolean;
  /** Requests the API works on at once: concurrency that is reserved for it. 0: none is reserved. */
  readonly apiConcurrency: number;
  /** Requests that the API takes a second, of all callers together; twice as many at one moment. */
  readonly apiRequestsPerSecond: number;
  /** Batch jobs of one tenant that run at the same time; more wait in line. */
  readonly jobsAtOnce: number;
  /** Whether finished executions of the agents become traces. Default: false */
  readonly traceAgents: boolean;
  /** JSONata over { name, input, output } of an execution that gives its thread id. Default: fields that usually name it */
  readonly traceThreadId?: string;
  /** Days that traces and results of monitors are kept. Default: 90 */
  readonly traceDays: number;
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

/** An HTTP API has no WAF: these bound what anyone on the internet can make it cost. */
export const DEFAULT_API_CONCURRENCY = 20;
export const DEFAULT_API_REQUESTS_PER_SECOND = 50;
export const DEFAULT_JOBS_AT_ONCE = 3;
export const DEFAULT_TRACE_DAYS = 90;

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
    agents: named(node, 'agentStateMachineArns', 'states', namedTargetSchema),
    tools: named(node, 'toolLambdaArns', 'lambda', namedTargetSchema),
    endpointSecrets: named(node, 'endpointSecrets', 'secretsmanager', secretBindingSchema),
    endpointSecretArns: arns(node, 'endpointSecretArns', 'secretsmanager'),
    apiConcurrency: Number(
      oneOf(node, 'apiConcurrency', /^\d{1,4}$/, String(DEFAULT_API_CONCURRENCY), 'a number from 0 (none) to 9999'),
    ),
    apiRequestsPerSecond: Number(
      oneOf(
        node,
        'apiRequestsPerSecond',
        /^[1-9]\d{0,3}$/,
        String(DEFAULT_API_REQUESTS_PER_SECOND),
        'a number from 1 to 9999',
      ),
    ),
    jobsAtOnce: Number(
      oneOf(node, 'jobsAtOnce', /^[1-9]\d{0,2}$/, String(DEFAULT_JOBS_AT_ONCE), 'a number from 1 to 999'),
    ),
    allowLoopback: oneOf(node, 'allowLoopback', /^(true|false)$/, 'false', 'true or false') === 'true',
    api: oneOf(node, 'api', /^(true|false)$/, 'false', 'true or false') === 'true',
    traceAgents: oneOf(node, 'traceAgents', /^(true|false)$/, 'false', 'true or false') === 'true',
    traceThreadId: mapping(node, 'traceThreadId'),
    traceDays: days(node, 'traceDays', DEFAULT_TRACE_DAYS),
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

function mapping(node: Node, key: string): string | undefined {
  const expression: unknown = node.tryGetContext(key);
  if (expression === undefined) return undefined;
  compileMapping(String(expression), key);
  return String(expression);
}

const days = (node: Node, key: string, fallback: number): number =>
  Number(oneOf(node, key, /^[1-9]\d{0,3}$/, String(fallback), 'a number of days from 1 to 9999'));

const arns = (node: Node, key: string, service: string): string[] =>
  named(node, key, service, namedTargetSchema.pick({ arn: true })).map(({ arn }) => arn);

/** A comma list of ARNs or JSON on the command line, an array in cdk.json: of ARNs, and of objects with an ARN in them. */
function named<T extends z.ZodType<{ arn: string }>>(
  node: Node,
  key: string,
  service: string,
  schema: T,
): z.output<T>[] {
  return entriesOf(node.tryGetContext(key) ?? [], key).map((entry) => {
    const parsed = schema.safeParse(typeof entry === 'string' ? { arn: entry } : entry);
    if (!parsed.success) {
      const problems = describeIssues(parsed.error).join('; ');
      throw new Error(`Context ${key} holds ${JSON.stringify(entry)}, which is not valid: ${problems}.`);
    }
    const { arn } = parsed.data;
    if (!new RegExp(`^arn:[^:]+:${service}:[^:]*:[^:]*:.+$`).test(arn)) {
      throw new Error(
        `Context ${key} holds ${JSON.stringify(arn)}; each entry must be an ARN of ${service}, for example arn:aws:${service}:us-east-1:123456789012:…`,
      );
    }
    return parsed.data;
  });
}

function entriesOf(value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return value;
  const text = String(value).trim();
  if (!text.startsWith('[')) return text.split(',').flatMap((arn) => arn.trim() || []);
  const list = parseJson(text);
  if (Array.isArray(list)) return list;
  throw new Error(`Context ${key} is ${text.slice(0, 100)}; it begins like JSON and is none.`);
}
