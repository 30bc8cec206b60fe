import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AthenaClient } from '@aws-sdk/client-athena';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { App } from 'aws-cdk-lib';
import { createLocalCloud, type LocalCloud } from 'local-cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuery, runStatement } from '../../client/athena/run-query.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import { readSettings } from '../../lib/settings.ts';
import { StorageStack } from '../../lib/stacks/storage-stack.ts';

describe.each(['glue', 's3tables'])('an installation with tables=%s', (tables) => {
  let root: string;
  let cloud: LocalCloud;
  let queries: { athena: AthenaClient; workGroup: string };
  let datasets: string;
  const stack = 'RollcallStorage';

  async function stackNames(): Promise<(string | undefined)[]> {
    const settings = { endpoint: cloud.endpoint, region: 'us-east-1', credentials: CREDENTIALS };
    const { Stacks = [] } = await new CloudFormationClient(settings).send(new DescribeStacksCommand({}));
    return Stacks.map(({ StackName }) => StackName);
  }

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'rollcall-life-cycle-'));
    const app = new App({ outdir: join(root, 'assembly'), context: { tables } });
    const { catalogName, databaseName, workGroupName } = new StorageStack(app, stack, {
      settings: readSettings(app.node),
    });
    app.synth();
    cloud = await createLocalCloud({ data: join(root, 'data'), port: 0, assemblies: [join(root, 'assembly')] });
    const settings = { endpoint: cloud.endpoint, region: 'us-east-1', credentials: CREDENTIALS };
    queries = { athena: new AthenaClient(settings), workGroup: workGroupName };
    ({ datasets } = tablesOf({ catalog: catalogName, database: databaseName }));
    await runStatement(`INSERT INTO ${datasets} (dataset_id, sample_id, row_index) VALUES ('d', 's', 0)`, queries);
  });
  afterAll(async () => {
    await cloud?.close();
    await rm(root, { recursive: true, force: true });
  });

  it('can be destroyed after it was used, refuses to be made over what is left, and takes it up with its rows', async () => {
    await cloud.destroy(stack);
    expect(await stackNames()).toEqual([]);
    await expect(runQuery(`SELECT * FROM ${datasets}`, queries)).rejects.toThrow('WorkGroup rollcall is not found');

    await expect(cloud.load([join(root, 'assembly')])).rejects.toThrow('already exists');

    await cloud.load([join(root, 'assembly')], { importsExisting: true });
    expect(await runQuery(`SELECT dataset_id, sample_id FROM ${datasets}`, queries)).toEqual([
      { dataset_id: 'd', sample_id: 's' },
    ]);
  });
});

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
