import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  type QueryExecution,
  StartQueryExecutionCommand,
  type StartQueryExecutionCommandInput,
} from '@aws-sdk/client-athena';
import { GlueClient } from '@aws-sdk/client-glue';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createAthenaService } from '../../src/athena/service.ts';
import type { CloudOptions } from '../../src/create-cloud.ts';
import { createGlueService } from '../../src/glue/service.ts';
import { createLakeFormationService } from '../../src/lakeformation/service.ts';
import type { LatencyModel } from '../../src/latency.ts';
import { createS3Service } from '../../src/s3/service.ts';
import { createTestCloud, settingsFor, type TestCloud } from '../support/create-test-cloud.ts';

const BUCKET = 'data';
export const OUTPUT = `s3://${BUCKET}/athena/`;

type Authorize = CloudOptions['authorize'];

/** A local cloud with S3, Glue and Athena, and SDK clients for them. */
export class AthenaCloud {
  #cloud!: TestCloud;
  athena!: AthenaClient;
  glue!: GlueClient;
  s3!: S3Client;

  private constructor() {}

  static async start(authorize?: Authorize, latency?: LatencyModel): Promise<AthenaCloud> {
    const cloud = new AthenaCloud();
    await cloud.open(authorize, latency);
    await cloud.s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    await cloud.run('CREATE DATABASE db', { QueryExecutionContext: {} });
    return cloud;
  }

  /** Makes it, or makes it again on the same data. */
  async open(authorize: Authorize = () => {}, latency?: LatencyModel): Promise<void> {
    this.#cloud = await createTestCloud(
      async (context) => {
        const s3 = await createS3Service(context);
        const glue = createGlueService(context);
        const lakeFormation = createLakeFormationService(glue.catalog.registered);
        return [s3, glue, lakeFormation, await createAthenaService(context, { s3, glue })];
      },
      { dataDir: this.#cloud?.dataDir, authorize, latency },
    );
    this.athena = new AthenaClient(this.configuration());
    this.glue = new GlueClient(this.configuration());
    this.s3 = new S3Client({ ...this.configuration(), forcePathStyle: true });
  }

  get context() {
    return this.#cloud.context;
  }

  get dataDir(): string {
    return this.#cloud.dataDir;
  }

  configuration(credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) {
    return settingsFor(this.#cloud.endpoint, credentials);
  }

  async close(): Promise<void> {
    this.#destroyClients();
    await this.#cloud.close();
  }

  async end(): Promise<void> {
    this.#destroyClients();
    await this.#cloud.remove();
  }

  #destroyClients(): void {
    for (const client of [this.athena, this.glue, this.s3]) client.destroy();
  }

  async start(
    QueryString: string,
    more: Partial<StartQueryExecutionCommandInput> = {},
    client = this.athena,
  ): Promise<string> {
    const { QueryExecutionId } = await client.send(
      new StartQueryExecutionCommand({
        QueryString,
        QueryExecutionContext: { Database: 'db' },
        ResultConfiguration: { OutputLocation: OUTPUT },
        ...more,
      }),
    );
    return QueryExecutionId ?? '';
  }

  async finished(QueryExecutionId: string): Promise<QueryExecution> {
    for (;;) {
      const { QueryExecution } = await this.athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
      const state = QueryExecution?.Status?.State;
      if (QueryExecution && state !== 'QUEUED' && state !== 'RUNNING') return QueryExecution;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Runs a statement to its end; fails unless it succeeds. */
  async run(sql: string, more?: Partial<StartQueryExecutionCommandInput>): Promise<QueryExecution> {
    const execution = await this.finished(await this.start(sql, more));
    if (execution.Status?.State !== 'SUCCEEDED') {
      throw new Error(`${execution.Status?.State}: ${execution.Status?.StateChangeReason}`);
    }
    return execution;
  }

  /** Why a statement FAILED; fails if it does not. */
  async failure(sql: string, more?: Partial<StartQueryExecutionCommandInput>): Promise<string> {
    const execution = await this.finished(await this.start(sql, more));
    if (execution.Status?.State !== 'FAILED') throw new Error(`The query is ${execution.Status?.State}: ${sql}`);
    return execution.Status.StateChangeReason ?? '';
  }

  /** All rows of a SELECT without the header; NULL is null. */
  async rows(sql: string, more?: Partial<StartQueryExecutionCommandInput>): Promise<(string | null)[][]> {
    const { QueryExecutionId } = await this.run(sql, more);
    const rows: (string | null)[][] = [];
    let NextToken: string | undefined;
    do {
      const page = await this.athena.send(new GetQueryResultsCommand({ QueryExecutionId, NextToken }));
      for (const row of page.ResultSet?.Rows ?? []) {
        rows.push((row.Data ?? []).map((datum) => datum.VarCharValue ?? null));
      }
      NextToken = page.NextToken;
    } while (NextToken);
    return rows.slice(1);
  }

  async value(expression: string): Promise<string | null> {
    return (await this.rows(`SELECT ${expression}`))[0]?.[0] ?? null;
  }

  async put(Key: string, Body: string | Uint8Array): Promise<void> {
    await this.s3.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  }

  async text(Key: string): Promise<string> {
    const { Body } = await this.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    return (await Body?.transformToString()) ?? '';
  }

  async bytes(Key: string): Promise<Uint8Array> {
    const { Body } = await this.s3.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    return (await Body?.transformToByteArray()) ?? new Uint8Array();
  }

  async keys(Prefix: string): Promise<string[]> {
    const { Contents } = await this.s3.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
    return (Contents ?? []).map((object) => object.Key ?? '');
  }
}
