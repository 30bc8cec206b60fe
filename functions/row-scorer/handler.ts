import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { glueContext } from '../../client/athena/run-query.ts';
import { createTargetStore } from '../../client/targets/target-store.ts';
import { type ScorerAnswer, scorerEventSchema } from '../../contracts/scoring.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { withResultsLease } from '../../domain/run-records/store/table-lease.ts';
import { environment, runTables, tablesFromEnvironment } from '../shared/environment.ts';
import { patient } from '../shared/patient.ts';
import { logger } from '../shared/powertools.ts';
import { captured, traced } from '../shared/tracing.ts';
import { scoreRows } from './score-rows.ts';

const athena = captured(new AthenaClient(patient()));
const s3 = captured(new S3Client(patient()));
const documents = DynamoDBDocumentClient.from(captured(new DynamoDBClient(patient())));

export async function handler(event: unknown, context: Context): Promise<ScorerAnswer> {
  logger.addContext(context);
  const scoring = scorerEventSchema.parse(event);
  const { evaluationId } = scoring;
  const deps = {
    athena,
    s3,
    bucket: environment('DATA_BUCKET'),
    workGroup: environment('WORKGROUP'),
    context: glueContext(environment('DATABASE')),
    runs: createRunRecordStore(documents, runTables()),
    withLease: <T>(holder: string, write: () => Promise<T>) =>
      withResultsLease(documents, runTables().counts, holder, write),
    tables: tablesFromEnvironment(),
    targets: createTargetStore(documents, environment('TARGETS_TABLE')),
    stateMachineArn: environment('BATCH_JOB_STATE_MACHINE_ARN'),
  };
  const answer = await traced('ScoreRows', { evaluationId }, () =>
    withSandbox(() => scoreRows(scoring, deps, () => context.getRemainingTimeInMillis())),
  );
  logger.info('Rows scored', { evaluationId, ...answer });
  return answer;
}
