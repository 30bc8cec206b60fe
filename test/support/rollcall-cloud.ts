import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import {
  DescribeExecutionCommand,
  type DescribeExecutionCommandOutput,
  GetExecutionHistoryCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createLocalCloud, type LocalCloud } from 'local-cloud';
import type { RunControlAnswer, RunControlRequest } from '../../contracts/run-control.ts';
import type { Summary } from '../../contracts/summary.ts';
import { literal } from '../../core/sql/literal.ts';
import { CLOUD_OPTIONS } from '../../dev/cloud-options.ts';
import type { RunRecord, RunStatus } from '../../domain/run-records/run-record.ts';
import { createRunRecordStore, type RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { RESULTS_LEASE } from '../../domain/run-records/table-lease.ts';
import { TEST_QUOTAS } from './quotas.ts';
import { leavingGrants } from './used-grants.ts';

export type QueryRow = Record<string, string | null>;

type RunningCloud = Pick<LocalCloud, 'endpoint' | 'close'>;

let shared: Promise<RollcallCloud> | undefined;

/** The product on a local cloud of its own, and the clients a person would use with it. */
export class RollcallCloud {
  /**
   * One cloud for all test files, whose functions are loaded and warm after the first. For tests that look at their own runs
   * and datasets only; both are named after the file, since others are there too. It ends with the tests.
   */
  static shared(): Promise<RollcallCloud> {
    shared ??= (async () => {
      const { sharedCloud } = await import('./shared-by-workers.ts');
      const { endpoint, dataDir } = await sharedCloud();
      return RollcallCloud.at({ endpoint, close: async () => {} }, dataDir);
    })();
    return shared;
  }

  /** @param assemblies those the test run has synthesized, unless given */
  static async start(assemblies?: string[]): Promise<RollcallCloud> {
    const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-run-'));
    return RollcallCloud.open(dataDir, assemblies);
  }

  /** Opens a data folder again, as a restart does. */
  static async open(dataDir: string, given?: string[]): Promise<RollcallCloud> {
    // Benchmarks use this class too, where there is no vitest to ask.
    const assemblies = given ?? (await (await import('./shared-by-workers.ts')).testAssemblies());
    const cloud = await createLocalCloud({ ...CLOUD_OPTIONS, data: dataDir, port: 0, assemblies, quotas: TEST_QUOTAS });
    return RollcallCloud.at(leavingGrants(cloud), dataDir);
  }

  /** With a local cloud that is up already. */
  static async at(cloud: RunningCloud, dataDir: string): Promise<RollcallCloud> {
    const rollcall = new RollcallCloud(cloud, dataDir);
    const { Stacks = [] } = await rollcall.cloudformation.send(new DescribeStacksCommand({}));
    for (const { OutputKey = '', OutputValue = '' } of Stacks.flatMap((stack) => stack.Outputs ?? [])) {
      rollcall.outputs[OutputKey] = OutputValue;
    }
    return rollcall;
  }

  readonly cloud: RunningCloud;
  readonly dataDir: string;
  readonly outputs: Record<string, string> = {};
  /** What clients of other services are made with, to call as the account's administrator. */
  readonly settings: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  readonly sfn: SFNClient;
  readonly lambda: LambdaClient;
  readonly s3: S3Client;
  readonly athena: AthenaClient;
  readonly documents: DynamoDBDocumentClient;
  readonly cloudformation: CloudFormationClient;

  private constructor(cloud: RunningCloud, dataDir: string) {
    this.cloud = cloud;
    this.dataDir = dataDir;
    this.settings = {
      endpoint: cloud.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    };
    // There is no `sync-127.0.0.1`.
    this.sfn = new SFNClient({ ...this.settings, disableHostPrefix: true });
    this.lambda = new LambdaClient(this.settings);
    this.s3 = new S3Client(this.settings);
    this.athena = new AthenaClient(this.settings);
    this.documents = DynamoDBDocumentClient.from(new DynamoDBClient(this.settings));
    this.cloudformation = new CloudFormationClient(this.settings);
  }

  output(name: string): string {
    const value = this.outputs[name];
    if (!value) throw new Error(`There is no stack output ${name}; there are ${Object.keys(this.outputs).join(', ')}.`);
    return value;
  }

  async close(): Promise<void> {
    await this.cloud.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs SQL in the product's workgroup and returns all rows of the first page. */
  async query(sql: string, parameters: string[] = []): Promise<QueryRow[]> {
    const { QueryExecutionId } = await this.athena.send(
      new StartQueryExecutionCommand({
        QueryString: sql,
        WorkGroup: this.output('WorkGroupName'),
        ...(parameters.length > 0 && { ExecutionParameters: parameters }),
      }),
    );
    for (;;) {
      const { QueryExecution } = await this.athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
      const state = QueryExecution?.Status?.State;
      if (state === 'FAILED' || state === 'CANCELLED') throw new Error(QueryExecution?.Status?.StateChangeReason);
      if (state === 'SUCCEEDED') break;
      await sleep(20);
    }
    const { ResultSet } = await this.athena.send(new GetQueryResultsCommand({ QueryExecutionId }));
    const names = ResultSet?.ResultSetMetadata?.ColumnInfo?.map((column) => column.Name ?? '') ?? [];
    return (ResultSet?.Rows ?? [])
      .slice(1)
      .map((row) => Object.fromEntries(names.map((name, index) => [name, row.Data?.[index]?.VarCharValue ?? null])));
  }

  readonly #datasets = new Set<string>();

  /** Puts rows into `evaluation_datasets` by plain SQL, as a person with Athena alone would. */
  async insertDataset(datasetId: string, inputs: unknown[], expected?: string[]): Promise<void> {
    if (this.#datasets.has(datasetId))
      throw new Error(`Dataset ${datasetId} is there already. Name it after its test.`);
    this.#datasets.add(datasetId);
    const values = inputs.map(
      (input, index) =>
        `(${literal(datasetId)}, ${literal(`s${index}`)}, ${index}, ${literal(JSON.stringify(input))}, ${expected?.[index] === undefined ? 'NULL' : literal(expected[index])})`,
    );
    for (let start = 0; start < values.length; start += 200) {
      await this.query(
        `INSERT INTO "${this.output('DatabaseName')}"."evaluation_datasets" (dataset_id, sample_id, row_index, input, expected) VALUES ${values.slice(start, start + 200).join(', ')}`,
      );
    }
  }

  async start(name: string, input: unknown): Promise<string> {
    const { executionArn = '' } = await this.sfn.send(
      new StartExecutionCommand({
        stateMachineArn: this.output('EvaluationStateMachineArn'),
        name,
        input: JSON.stringify(input),
      }),
    );
    return executionArn;
  }

  async end(executionArn: string): Promise<DescribeExecutionCommandOutput> {
    for (;;) {
      const execution = await this.sfn.send(new DescribeExecutionCommand({ executionArn }));
      if (execution.status !== 'RUNNING') return execution;
      await sleep(100);
    }
  }

  /** Waits until an execution is in a state. */
  async untilEntered(executionArn: string, state: string): Promise<void> {
    for (;;) {
      const { events = [] } = await this.sfn.send(
        new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 5 }),
      );
      if (events.some(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name === state)) return;
      await sleep(50);
    }
  }

  /** Keeps everybody else from loading results for two minutes. */
  async holdLease(holder: string): Promise<void> {
    const Item = { ...RESULTS_LEASE, holder, expires_at: Math.floor(Date.now() / 1000) + 120 };
    await this.documents.send(new PutCommand({ TableName: this.output('BatchCountsTableName'), Item }));
  }

  /** Starts an execution and waits for its summary. */
  async run(name: string, input: unknown): Promise<Summary> {
    const execution = await this.end(await this.start(name, input));
    if (execution.status !== 'SUCCEEDED') {
      throw new Error(`Execution ${name} ${execution.status}: ${execution.error}: ${execution.cause}`);
    }
    return JSON.parse(execution.output ?? '{}') as Summary;
  }

  /** One command to the run-control function. A refusal is an error whose name is the function's. */
  async control(
    action: RunControlRequest['action'],
    evaluationId: string,
    options: object = {},
  ): Promise<RunControlAnswer> {
    const { Payload, FunctionError } = await this.lambda.send(
      new InvokeCommand({
        FunctionName: this.output('RunControlFunctionArn'),
        Payload: JSON.stringify({ action, evaluationId, ...options }),
      }),
    );
    const answer = JSON.parse(Buffer.from(Payload ?? []).toString('utf8'));
    if (FunctionError) throw Object.assign(new Error(answer.errorMessage), { name: answer.errorType });
    return answer;
  }

  /** Waits until the run's status is one of these. */
  async until(evaluationId: string, ...statuses: RunStatus[]): Promise<RunControlAnswer> {
    for (;;) {
      const answer = await this.control('status', evaluationId).catch((error: Error) => {
        if (error.name !== 'RunNotFound') throw error;
      });
      if (answer && statuses.includes(answer.status)) return answer;
      await sleep(250);
    }
  }

  get runs(): RunRecordStore {
    return createRunRecordStore(this.documents, {
      runs: this.output('RunsTableName'),
      counts: this.output('BatchCountsTableName'),
    });
  }

  record(evaluationId: string): Promise<RunRecord> {
    return this.runs.read(evaluationId);
  }

  results(evaluationId: string, columns = '*'): Promise<QueryRow[]> {
    return this.query(
      `SELECT ${columns} FROM "${this.output('DatabaseName')}"."evaluation_results_evaluations" WHERE evaluation_id = ${literal(evaluationId)} ORDER BY row_index`,
    );
  }
}
