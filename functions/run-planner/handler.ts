import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { glueContext } from '../../client/athena/run-query.ts';
import { createTargetStore } from '../../client/targets/target-store.ts';
import type { LoadPlan, RunPlan, SweepPlan } from '../../contracts/run-plan.ts';
import { isObject } from '../../core/json.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { environment, runTables, tablesFromEnvironment } from '../shared/environment.ts';
import { patient } from '../shared/patient.ts';
import { logger, metrics } from '../shared/powertools.ts';
import { createRunObserver } from '../shared/run-observer.ts';
import { captured, traced } from '../shared/tracing.ts';
import { earlierPass } from './earlier-pass.ts';
import type { PlanEvent } from './plan-event.ts';
import { planLoad } from './plan-load.ts';
import { planRun } from './plan-run.ts';

const clients = {
  athena: captured(new AthenaClient(patient())),
  documents: DynamoDBDocumentClient.from(captured(new DynamoDBClient(patient()))),
  s3: captured(new S3Client(patient())),
  sfn: captured(new SFNClient(patient())),
};
const observer = createRunObserver(logger, metrics);

export function handler(event: PlanEvent, context: Context): Promise<RunPlan | LoadPlan | SweepPlan> {
  logger.addContext(context);
  const deps = {
    ...clients,
    bucket: environment('DATA_BUCKET'),
    workGroup: environment('WORKGROUP'),
    context: glueContext(environment('DATABASE')),
    runs: createRunRecordStore(clients.documents, runTables()),
    configsTable: environment('CONFIGS_TABLE'),
    targets: createTargetStore(clients.documents, environment('TARGETS_TABLE')),
    tables: tablesFromEnvironment(),
    observer,
  };
  const { load, evaluationId: given } = isObject(event.input) ? event.input : {};
  if (load !== undefined) return traced('PlanLoad', { evaluationId: String(load) }, () => planLoad(event.input, deps));
  // The run of a first pass is named after its execution, unless the input says otherwise.
  const evaluationId = typeof given === 'string' ? given : event.execution.name;
  return traced('PlanRun', { evaluationId }, async () =>
    withSandbox(async () => (await earlierPass(event, deps)) ?? planRun(event, deps)),
  );
}
