import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { DATASET_COLUMNS } from '../../contracts/dataset-row.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { firstColumns } from '../../contracts/table-columns.ts';
import { composeStateMachine } from '../../lib/compose-state-machine.ts';
import { list, type Statement, statementsOf } from '../lib/statements.ts';
import { synthesize } from '../lib/synthesize.ts';

interface StateWithProcessor {
  readonly ItemProcessor: { readonly States: Readonly<Record<string, { readonly Resource?: string }>> };
}

/** Seed 004, what is deployed. */
describe('The orchestrator', () => {
  const agent = 'arn:aws:states:us-east-1:123456789012:stateMachine:support-agent';
  let storage: Template;
  let template: Template;
  let monitoring: Template;
  beforeAll(() => {
    ({ storage, orchestration: template, monitoring } = synthesize({ agentStateMachineArns: agent }));
  });

  it('keeps datasets and results in Iceberg tables of Glue', () => {
    for (const [name, columns] of [
      ['evaluation_datasets', DATASET_COLUMNS],
      ['evaluation_results_evaluations', RESULT_COLUMNS],
    ] as const) {
      storage.hasResourceProperties('AWS::Glue::Table', {
        DatabaseName: 's3_evaluation_db',
        Name: name,
        OpenTableFormatInput: {
          IcebergInput: {
            MetadataOperation: 'CREATE',
            Version: '2',
            IcebergTableInput: {
              Schema: {
                Fields: firstColumns(columns).map(({ id, name, type }) => ({
                  Id: id,
                  Name: name,
                  Type: type,
                  Required: false,
                })),
              },
              PartitionSpec: { Fields: [Match.objectLike({ FieldId: 1000, SourceId: 1 })] },
            },
          },
        },
      });
    }
  });

  it('keeps datasets and results in S3 Tables where asked to, and staging, scores, imports and traces in Glue', () => {
    const { storage } = synthesize({ tables: 's3tables' });
    storage.resourceCountIs('AWS::S3Tables::TableBucket', 1);
    storage.hasResourceProperties('AWS::S3Tables::Namespace', { Namespace: 's3_evaluation_db' });
    for (const TableName of ['evaluation_datasets', 'evaluation_results_evaluations']) {
      storage.hasResourceProperties('AWS::S3Tables::Table', { TableName, OpenTableFormat: 'ICEBERG' });
    }
    storage.resourceCountIs('AWS::Glue::Table', 4);
    storage.hasOutput('CatalogName', { Value: 's3tablescatalog/rollcall-tables' });
  });

  it('queries in an Athena workgroup that bounds every query', () => {
    storage.hasResourceProperties('AWS::Athena::WorkGroup', {
      WorkGroupConfiguration: {
        EnforceWorkGroupConfiguration: true,
        BytesScannedCutoffPerQuery: 1024 ** 4,
        EngineVersion: { SelectedEngineVersion: 'Athena engine version 3' },
        ResultConfiguration: Match.objectLike({ OutputLocation: Match.anyValue() }),
      },
    });
  });

  it('gives no role a whole service', () => {
    const actions = Object.values(template.findResources('AWS::IAM::Policy'))
      .flatMap((policy) => policy.Properties.PolicyDocument.Statement as Statement[])
      .flatMap((statement) => list(statement.Action));
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });

  it('starts the agents that were named at deployment, and no others', () => {
    const starts = statementsOf(template, 'AgentCallerRole').filter(({ action }) => action.startsWith('states:'));
    expect(starts).toEqual([
      { action: 'states:StartExecution', resource: JSON.stringify(agent) },
      { action: 'states:StartSyncExecution', resource: JSON.stringify(agent) },
      ...['states:DescribeExecution', 'states:StopExecution', 'states:GetExecutionHistory'].map((action) => ({
        action,
        resource: JSON.stringify(`${agent.replace('stateMachine', 'execution')}:*`),
      })),
    ]);
  });

  it('waits for agents of up to a day without a function, because Step Functions itself waits', () => {
    const map = (composeStateMachine('evaluation').States as Record<string, StateWithProcessor>).RunSamples;
    expect(map?.ItemProcessor.States.RunAgent?.Resource).toMatch(/:states:startExecution\.sync:2$/);
    const config = (timeoutSeconds: number, mode: object) =>
      evaluationConfigSchema.safeParse({ ...mode, executor: { timeoutSeconds } }).success;
    const asAgent = { executionMode: 'agent', agentStateMachineArn: agent };
    expect([901, 86_400, 86_401].map((seconds) => config(seconds, asAgent))).toEqual([true, true, false]);
    expect(config(901, { endpoint: { url: 'https://example.com' } })).toBe(false);
  });

  it('tells of itself by a dashboard, alarms, X-Ray, a topic for ends of runs and a queue of dead letters', () => {
    monitoring.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
    expect(Object.keys(monitoring.findResources('AWS::CloudWatch::Alarm')).length).toBeGreaterThanOrEqual(5);
    template.hasResourceProperties('AWS::StepFunctions::StateMachine', { TracingConfiguration: { Enabled: true } });
    for (const { Properties } of Object.values(template.findResources('AWS::Lambda::Function'))) {
      expect(Properties.TracingConfig).toEqual({ Mode: 'Active' });
    }
    template.hasOutput('NotificationTopicArn', {});
    template.hasResourceProperties('AWS::SQS::Queue', { QueueName: 'rollcall-row-dead-letters' });
  });
});
