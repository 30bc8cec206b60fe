import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AthenaClient } from '@aws-sdk/client-athena';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { App } from 'aws-cdk-lib';
import { createLocalCloud } from 'local-cloud';
import { runWrite } from '../../client/athena/run-query.ts';
import type { DatasetDeps } from '../../client/datasets/index.ts';
import { createTargetStore, type TargetStore } from '../../client/targets/target-store.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { addedColumns } from '../../contracts/table-columns.ts';
import { RESULTS_TABLE } from '../../contracts/table-names.ts';
import { addColumn } from '../../core/sql/add-columns.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { readSettings } from '../../lib/settings.ts';
import { StorageStack } from '../../lib/stacks/storage-stack.ts';
import { TEST_QUOTAS } from './quotas.ts';

export interface StorageCloud extends DatasetDeps {
  readonly endpoint: string;
  readonly database: string;
  readonly documents: DynamoDBDocumentClient;
  readonly configsTable: string;
  readonly targets: TargetStore;
  /** Keys below the imports prefix. */
  importKeys(): Promise<string[]>;
  close(): Promise<void>;
}

/** The storage stack as it would be deployed, on a local cloud of its own. */
export async function startStorageCloud(context: Record<string, string> = {}): Promise<StorageCloud> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-datasets-'));
  const app = new App({ outdir: join(folder, 'assembly'), context });
  new StorageStack(app, 'RollcallStorage', { settings: readSettings(app.node) });
  app.synth();
  const cloud = await createLocalCloud({
    data: join(folder, 'data'),
    port: 0,
    assemblies: [join(folder, 'assembly')],
    quotas: TEST_QUOTAS,
  });
  const settings = {
    endpoint: cloud.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const s3 = new S3Client(settings);
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
  const { Stacks = [] } = await new CloudFormationClient(settings).send(new DescribeStacksCommand({}));
  const outputs = new Map(
    Stacks.flatMap((stack) => stack.Outputs ?? []).map((one) => [one.OutputKey, one.OutputValue]),
  );
  const output = (name: string) => outputs.get(name) ?? '';
  const bucket = output('DataBucketName');
  const database = output('DatabaseName');
  const athena = new AthenaClient(settings);
  const queries = { athena, workGroup: output('WorkGroupName') };
  const catalog = output('CatalogName');
  // The orchestration stack does this at a deployment.
  for (const column of addedColumns(RESULT_COLUMNS)) {
    await runWrite(addColumn(RESULTS_TABLE, column), { ...queries, context: { catalog, database } });
  }
  return {
    endpoint: cloud.endpoint,
    documents,
    configsTable: output('ConfigsTableName'),
    targets: createTargetStore(documents, output('TargetsTableName')),
    s3,
    bucket,
    ...queries,
    database,
    tables: tablesOf({ catalog, database }),
    runs: createRunRecordStore(documents, { runs: output('RunsTableName'), counts: output('BatchCountsTableName') }),
    async importKeys() {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'imports/' }));
      return Contents.map(({ Key = '' }) => Key);
    },
    async close() {
      await cloud.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
