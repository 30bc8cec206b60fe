import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { invokeLater } from '../../client/connect/invoke.ts';
import { JobLine } from '../../client/jobs/job-line.ts';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { isJob } from '../../domain/run-records/run-record.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { environment, jobsAtOnce, runTables } from '../shared/environment.ts';
import { logger, metrics } from '../shared/powertools.ts';
import { createRunObserver } from '../shared/run-observer.ts';
import { captured } from '../shared/tracing.ts';
import { controlRun } from './control-run.ts';
import type { StoppedExecution } from './dependencies.ts';

const documents = DynamoDBDocumentClient.from(captured(new DynamoDBClient()));
const sfn = captured(new SFNClient());
const s3 = captured(new S3Client());
const lambda = captured(new LambdaClient());
const observer = createRunObserver(logger, metrics);

export function handler(event: unknown, context: Context): Promise<RunControlAnswer> {
  logger.addContext(context);
  const runs = createRunRecordStore(documents, runTables());
  const jobs = new JobLine({ sfn, documents, countsTable: runTables().counts, runs, mostRunning: jobsAtOnce() });
  return controlRun(event, {
    sfn,
    machineOf: (record) => environment(isJob(record) ? 'BATCH_JOB_STATE_MACHINE_ARN' : 'EVALUATION_STATE_MACHINE_ARN'),
    runs,
    s3,
    bucket: environment('DATA_BUCKET'),
    jobs,
    observer,
    closeStoppedRun,
  });
}

async function closeStoppedRun(detail: StoppedExecution): Promise<void> {
  await invokeLater(environment('RUN_SUMMARIZER_FUNCTION_ARN'), { source: 'aws.states', detail }, lambda);
}
