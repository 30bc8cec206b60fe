import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AthenaClient } from '@aws-sdk/client-athena';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetTablesCommand, GlueClient } from '@aws-sdk/client-glue';
import { App } from 'aws-cdk-lib';
import { createLocalCloud, type LocalCloud } from 'local-cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuery, runStatement } from '../../client/athena/run-query.ts';
import { tablesOf } from '../../core/sql/tables.ts';
import { Rollcall } from '../../lib/rollcall.ts';
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

describe('an installation whose tables Athena creates', () => {
  it('has the tables that CloudFormation would create, and keeps their rows when CloudFormation hands them over', async () => {
    const root = await mkdtemp(join(tmpdir(), 'rollcall-table-creation-'));
    const synthesized = (tableCreation: 'cloudformation' | 'athena', name: string) => {
      const app = new App({ outdir: join(root, name) });
      new Rollcall(app, 'Rollcall', { tableCreation });
      app.synth();
      return [join(root, name)];
    };
    const assemblies = synthesized('athena', 'athena');
    const tablesAt = async (data: string, loaded: string[], load: string[], insert: boolean) => {
      const cloud = await createLocalCloud({ data: join(root, `data-${data}`), port: 0, assemblies: loaded });
      try {
        const settings = { endpoint: cloud.endpoint, region: 'us-east-1', credentials: CREDENTIALS };
        const queries = { athena: new AthenaClient(settings), workGroup: 'rollcall' };
        const { datasets } = tablesOf({ catalog: 'AwsDataCatalog', database: 's3_evaluation_db' });
        if (insert) await runStatement(`INSERT INTO ${datasets} (dataset_id, row_index) VALUES ('d', 0)`, queries);
        if (load.length > 0) await cloud.load(load);
        const { TableList = [] } = await new GlueClient(settings).send(
          new GetTablesCommand({ DatabaseName: 's3_evaluation_db' }),
        );
        const rows = await runQuery(`SELECT dataset_id FROM ${datasets}`, queries);
        const iceberg = TableList.filter(({ Parameters }) => Parameters?.table_type === 'ICEBERG');
        return {
          rows,
          columns: iceberg.map(({ Name, StorageDescriptor }) => [
            Name,
            StorageDescriptor?.Columns?.map((column) => [column.Name, column.Type, column.Parameters]),
          ]),
        };
      } finally {
        await cloud.close();
      }
    };
    try {
      const created = await tablesAt('athena', assemblies, [], false);
      const byTemplate = synthesized('cloudformation', 'cloudformation');
      const handedOver = await tablesAt('cloudformation', byTemplate, assemblies, true);
      expect(created.columns).toHaveLength(3);
      expect(created.columns).toEqual(handedOver.columns);
      expect(handedOver.rows).toEqual([{ dataset_id: 'd' }]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
