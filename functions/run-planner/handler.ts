import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RunPlan } from '../../contracts/run-plan.ts';
import { environment, tablesFromEnvironment } from '../shared/environment.ts';
import { type PlanEvent, planRun } from './plan-run.ts';

const clients = {
  athena: new AthenaClient(),
  documents: DynamoDBDocumentClient.from(new DynamoDBClient(), { marshallOptions: { removeUndefinedValues: true } }),
  sfn: new SFNClient(),
};

export const handler = (event: PlanEvent): Promise<RunPlan> =>
  planRun(event, {
    ...clients,
    bucket: environment('DATA_BUCKET'),
    workGroup: environment('WORKGROUP'),
    runsTable: environment('RUNS_TABLE'),
    configsTable: environment('CONFIGS_TABLE'),
    tables: tablesFromEnvironment(),
  });
