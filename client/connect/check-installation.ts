import { GetWorkGroupCommand } from '@aws-sdk/client-athena';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { RollcallError } from '../../contracts/errors.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { runQuery } from '../athena/run-query.ts';
import { createConfigStore } from '../configs/config-store.ts';
import { control } from '../runs/control.ts';
import type { Installation } from './installation.ts';

export interface InstallationCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was found. */
  readonly detail?: string;
  readonly error?: unknown;
}

/** One small call to each thing a command needs: it is there, and these credentials may use it. */
export async function checkInstallation(installation: Installation): Promise<InstallationCheck[]> {
  const { clients, outputs, queries, tables } = installation;
  const configs = createConfigStore(clients.documents, outputs.ConfigsTableName);
  const probes: [name: string, probe: () => Promise<string>][] = [
    [
      'bucket',
      async () => {
        await clients.s3.send(new HeadBucketCommand({ Bucket: outputs.DataBucketName }));
        return outputs.DataBucketName;
      },
    ],
    ['run records', () => listed(outputs.RunsTableName, installation.runs.list({ tenant: DEFAULT_TENANT, limit: 1 }))],
    ['configurations', () => listed(outputs.ConfigsTableName, configs.list(DEFAULT_TENANT))],
    ['targets', () => listed(outputs.TargetsTableName, installation.targets.list(DEFAULT_TENANT))],
    [
      'state machine',
      async () => {
        const arn = outputs.EvaluationStateMachineArn;
        const { status } = await clients.sfn.send(new DescribeStateMachineCommand({ stateMachineArn: arn }));
        return `${arn} ${status}`;
      },
    ],
    [
      'workgroup',
      async () => {
        const { WorkGroup } = await clients.athena.send(new GetWorkGroupCommand({ WorkGroup: outputs.WorkGroupName }));
        const engine = WorkGroup?.Configuration?.EngineVersion?.EffectiveEngineVersion;
        return [outputs.WorkGroupName, WorkGroup?.State, engine].filter(Boolean).join(', ');
      },
    ],
    [
      'query',
      async () => {
        const [row] = await runQuery(`SELECT count(DISTINCT dataset_id) AS n FROM ${tables.datasets}`, queries);
        return `answers; datasets: ${row?.n ?? 0}`;
      },
    ],
    ['run control', () => invokeControl()],
  ];

  /** Asked about a run that cannot exist, a healthy function says so. */
  async function invokeControl(): Promise<string> {
    try {
      await control({ action: 'status', evaluationId: 'rollcall-doctor' }, installation);
    } catch (error) {
      if (!(error instanceof RollcallError && error.name === 'RunNotFound')) throw error;
    }
    return 'answers';
  }

  return Promise.all(
    probes.map(async ([name, probe]): Promise<InstallationCheck> => {
      try {
        return { name, ok: true, detail: await probe() };
      } catch (error) {
        return { name, ok: false, error };
      }
    }),
  );
}

/** The table's name, once a list of it was read. */
async function listed(tableName: string, list: Promise<unknown>): Promise<string> {
  await list;
  return tableName;
}
