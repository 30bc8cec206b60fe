import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AthenaClient, GetQueryExecutionCommand, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateStateMachineCommand, SFNClient, ValidateStateMachineDefinitionCommand } from '@aws-sdk/client-sfn';
import { createLocalCloud, type LocalCloud } from 'local-cloud';
import { mutated } from './mutated.ts';
import type { Surface } from './surface.ts';

const DEFINITIONS = [
  JSON.stringify({
    QueryLanguage: 'JSONata',
    StartAt: 'A',
    States: {
      A: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Arguments: { Payload: '{% $states.input %}' },
        Next: 'B',
      },
      B: { Type: 'Choice', Choices: [{ Condition: '{% $x > 1 %}', Next: 'C' }], Default: 'C' },
      C: {
        Type: 'Map',
        Items: '{% [1..3] %}',
        ItemProcessor: { StartAt: 'D', States: { D: { Type: 'Pass', End: true } } },
        End: true,
      },
    },
  }),
  JSON.stringify({
    StartAt: 'A',
    States: {
      A: { Type: 'Pass', Parameters: { 'x.$': "States.Format('{}', $.a)" }, ResultPath: '$.r', Next: 'B' },
      B: { Type: 'Wait', SecondsPath: '$.s', Next: 'C' },
      C: { Type: 'Fail', ErrorPath: '$.e', CausePath: "States.JsonToString($['c'])" },
    },
  }),
];
const STATEMENTS = [
  `SELECT a, count(*) AS n, json_extract_scalar('{"b":1}', '$.b') FROM (VALUES ('x', 1), ('y', 2)) t(a, b) WHERE a LIKE 'x%' GROUP BY a`,
  `WITH q AS (SELECT CAST('1' AS bigint) AS i) SELECT CASE WHEN i > 0 THEN 'p' ELSE NULL END, ARRAY[1, 2][1], date_trunc('day', now()) FROM q`,
  'SHOW TABLES IN default',
  "SELECT regexp_replace('a-b', '(a)', '$1'), transform(sequence(1, 3), x -> x * 2), try(1 / 0)",
];
const KEYS = ['runs/a b/../c.jsonl', 'staged/evaluation_id=x/1', '../../outside', '/absolute', 'a/./b', '%2e%2e%2f'];

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** A local cloud in a folder of its own, whose neighbours are watched. */
export class FuzzedCloud {
  readonly #around = mkdtempSync(join(tmpdir(), 'rollcall-fuzzed-cloud-'));
  readonly #said: string[] = [];
  #cloud!: LocalCloud;
  #athena!: AthenaClient;
  #sfn!: SFNClient;
  #s3!: S3Client;

  async start(): Promise<void> {
    const data = join(this.#around, 'data');
    mkdirSync(data);
    this.#cloud = await createLocalCloud({ data, log: (line) => this.#said.push(line) });
    const settings = { endpoint: this.#cloud.endpoint, region: 'us-east-1', credentials: CREDENTIALS, maxAttempts: 1 };
    this.#athena = new AthenaClient(settings);
    this.#sfn = new SFNClient(settings);
    this.#s3 = new S3Client({ ...settings, forcePathStyle: true });
    await this.#s3.send(new CreateBucketCommand({ Bucket: 'fuzzed' }));
  }

  /** What went wrong inside it, and what lies beside its folder. */
  problems(): string[] {
    const failures = this.#said.filter((line) => /Internal failure|could not run the query|could not be/.test(line));
    return [...failures, ...readdirSync(this.#around).filter((name) => name !== 'data')];
  }

  async close(): Promise<void> {
    await this.#cloud.close();
    rmSync(this.#around, { recursive: true, force: true });
  }

  readonly surfaces: readonly Surface[] = [
    {
      name: 'a definition of a state machine',
      share: 10,
      given: mutated(...DEFINITIONS),
      attack: async (definition) => {
        await refused(this.#sfn.send(new ValidateStateMachineDefinitionCommand({ definition })));
        const roleArn = 'arn:aws:iam::000000000000:role/any';
        await refused(this.#sfn.send(new CreateStateMachineCommand({ name: 'fuzzed', definition, roleArn })));
      },
    },
    {
      name: 'a statement of SQL',
      share: 10,
      given: mutated(...STATEMENTS),
      attack: async (QueryString) => {
        const ResultConfiguration = { OutputLocation: 's3://fuzzed/results/' };
        const started = await refused(
          this.#athena.send(new StartQueryExecutionCommand({ QueryString, ResultConfiguration })),
        );
        if (started) await this.#ended(started.QueryExecutionId);
      },
    },
    {
      name: 'the key of an object',
      share: 8,
      given: mutated(...KEYS),
      attack: async (text) => {
        // Half a surrogate pair is refused by the client already.
        const Key = Buffer.from(text).toString('utf8');
        if (Key !== '') await refused(this.#s3.send(new PutObjectCommand({ Bucket: 'fuzzed', Key, Body: 'x' })));
      },
    },
  ];

  async #ended(QueryExecutionId: string | undefined): Promise<void> {
    for (;;) {
      const { QueryExecution } = await this.#athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
      const { State = '', AthenaError } = QueryExecution?.Status ?? {};
      if (['SUCCEEDED', 'CANCELLED'].includes(State)) return;
      // Category 1 is a failure of the system, not of the query.
      if (State === 'FAILED' && AthenaError?.ErrorCategory === 1) throw new Error(AthenaError.ErrorMessage);
      if (State === 'FAILED') return;
    }
  }
}

/** A refusal is an answer; a failure of the service is not. */
async function refused<Answer>(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    const { $metadata, $fault } = error as { $metadata?: { httpStatusCode?: number }; $fault?: string };
    if (($metadata?.httpStatusCode ?? 0) >= 500 || $fault === 'server') throw error;
    if ($metadata?.httpStatusCode === undefined) throw error;
    return undefined;
  }
}
