import { Token } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import * as z from 'zod';
import { describeIssues } from '../contracts/describe-issues.ts';
import { namedTargetSchema, secretBindingSchema } from '../contracts/target-bindings.ts';
import { parseJson } from '../core/json.ts';
import { compileMapping } from '../core/mapping/compile-mapping.ts';

/** On the command line every value is text. */
const flag = z.preprocess(
  (given) => (given === 'true' || given === 'false' ? given === 'true' : given),
  z.boolean({ error: 'must be true or false' }).default(false),
);
const oneOf = <const T extends readonly string[]>(...words: T) =>
  z.enum(words, { error: `must be ${words.join(' or ')}` });
const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const days = number(1, 9999);
/** What CloudWatch Logs takes. */
const LOG_DAYS = Object.values(RetentionDays).filter(
  (given) => typeof given === 'number' && given !== RetentionDays.INFINITE,
) as number[];

function isArn(service: string) {
  const pattern = new RegExp(`^arn:[^:]+:${service}:[^:]*:[^:]*:.+$`);
  return z.string().refine((arn) => Token.isUnresolved(arn) || pattern.test(arn), {
    error: ({ input }) =>
      `${JSON.stringify(input)} is not an ARN of ${service}, such as arn:aws:${service}:us-east-1:123456789012:…`,
  });
}

/** A list; text is divided by commas, or JSON. */
const list = <T extends z.ZodType>(entry: T) =>
  z.preprocess(
    (given) => {
      if (typeof given !== 'string') return given;
      return given.startsWith('[') ? (parseJson(given) ?? given) : given.split(',').flatMap((arn) => arn.trim() || []);
    },
    z.array(entry, { error: 'must be a list: with commas between its entries, or JSON' }).default([]),
  );

/** ARNs, and objects that hold one. */
const named = <T extends z.ZodType>(schema: T) =>
  list(z.preprocess((entry) => (typeof entry === 'string' ? { arn: entry } : entry), schema));

const targetOf = (service: string) => namedTargetSchema.extend({ arn: isArn(service) });

function isJsonata(expression: string, { addIssue }: z.RefinementCtx): void {
  try {
    compileMapping(expression, 'traceThreadId');
  } catch (error) {
    addIssue({ code: 'custom', message: (error as Error).message });
  }
}

/** What `RollcallProps` say, checked and complete. */
const settingsSchema = z.object({
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,15}$/, 'must be a lower-case word of up to 16 letters and digits')
    .default('main'),
  tables: oneOf('glue', 's3tables').default('glue'),
  tableCreation: oneOf('cloudformation', 'athena').default('cloudformation'),
  agents: named(targetOf('states')),
  tools: named(targetOf('lambda')),
  endpointSecrets: named(secretBindingSchema.extend({ arn: isArn('secretsmanager') })),
  secrets: list(isArn('secretsmanager')),
  secretKeys: list(isArn('kms')),
  allowLoopback: flag,
  api: flag,
  apiConcurrency: number(0, 9999).default(0),
  apiRequestsPerSecond: number(1, 9999).default(50),
  jobsAtOnce: number(1, 999).default(3),
  traceAgents: flag,
  traceThreadId: z.string().superRefine(isJsonata).optional(),
  traceDays: days.default(90),
  snapshotDays: days.default(5),
  orphanFileDays: days.default(3),
  encryptionKey: isArn('kms').optional(),
  subnets: list(z.string()),
  securityGroups: list(z.string()),
  permissionsBoundary: isArn('iam').optional(),
  rolePrefix: z
    .string()
    .regex(/^[\w+=,.@-]{1,32}$/, 'must have up to 32 letters, digits or + = , . @ _ -')
    .optional(),
  logDays: z.coerce
    .number()
    .refine((given) => LOG_DAYS.includes(given), `must be one of ${LOG_DAYS.join(', ')}`)
    .default(RetentionDays.THREE_MONTHS),
});

export interface Settings extends z.output<typeof settingsSchema> {
  /** `''` for the stage main, `-<stage>` otherwise; part of names. */
  readonly suffix: string;
}
type Input = z.input<typeof settingsSchema>;

/** @param nameOf what a setting is called where it was given */
export function settingsOf(given: Input, nameOf: (key: string) => string): Settings {
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const [key = '', ...path] = issue.path.map(String);
      const value = JSON.stringify((given as Record<string, unknown>)[key]);
      const [problem] = describeIssues(new z.ZodError([{ ...issue, path }]));
      return `${nameOf(key)} is ${value}: ${problem}.`;
    });
    throw new Error(problems.join('\n'));
  }
  return { ...parsed.data, suffix: parsed.data.stage === 'main' ? '' : `-${parsed.data.stage}` };
}

/** Settings that `-c` calls by another name. */
const CONTEXT_NAMES: Readonly<Record<string, string>> = {
  agents: 'agentStateMachineArns',
  tools: 'toolLambdaArns',
  secrets: 'endpointSecretArns',
  secretKeys: 'secretKeyArns',
};

/** What `cdk deploy -c key=value`, or `context` of cdk.json, sets. */
export function readSettings(node: Node): Settings {
  const context = (key: string): unknown => node.tryGetContext(key) ?? undefined;
  const given = Object.keys(settingsSchema.shape).map((key) => [key, context(CONTEXT_NAMES[key] ?? key)]);
  return settingsOf(Object.fromEntries(given), (key) => `Context ${CONTEXT_NAMES[key] ?? key}`);
}
