import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { glueContext } from '../../client/athena/run-query.ts';
import { createTargetStore } from '../../client/targets/target-store.ts';
import type { LoadPlan, PlanAnswer } from '../../contracts/run-plan.ts';
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
import { loadInputSchema, planLoad } from './plan-load.ts';
import { planRun } from './plan-run.ts';

const clients = {
  athena: captured(new AthenaClient(patient())),
  documents: DynamoDBDocumentClient.from(captured(new DynamoDBClient(patient()))),
  s3: captured(new S3Client(patient())),
  sfn: captured(new SFNClient(patient())),
};
const observer = createRunObserver(logger, metrics);

/** A round of a run, or the results of one that are to be loaded. */
type Event = (PlanEvent & { readonly step: 'run' }) | { readonly step: 'load'; readonly input: unknown };

export function handler(event: Event, context: Context): Promise<PlanAnswer | LoadPlan> {
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
  if (event.step === 'load') {
    const input = loadInputSchema.parse(event.input);
    return traced('PlanLoad', input, () => planLoad(input, deps));
  }
  // The run of a first round is named after its execution, unless the input says otherwise.
  const given = isObject(event.input) ? event.input.evaluationId : undefined;
  const evaluationId = typeof given === 'string' ? given : event.execution.name;
  return traced('PlanRun', { evaluationId }, async () =>
    withSandbox(async () => (await earlierPass(event, deps)) ?? planRun(event, deps)),
  );
}
