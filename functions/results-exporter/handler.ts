import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { glueContext } from '../../client/athena/run-query.ts';
import { isMarked } from '../../client/scoring/marks.ts';
import type { ExportAnswer } from '../../contracts/export.ts';
import { isObject } from '../../core/json.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { environment, runTables, tablesFromEnvironment } from '../shared/environment.ts';
import { patient } from '../shared/patient.ts';
import { logger } from '../shared/powertools.ts';
import { captured, traced } from '../shared/tracing.ts';
import { exportResults } from './export-results.ts';

const clients = {
  athena: captured(new AthenaClient(patient())),
  sfn: captured(new SFNClient(patient())),
  // Not traced: the trace header would become part of the links it signs.
  s3: new S3Client(patient()),
};
const documents = DynamoDBDocumentClient.from(captured(new DynamoDBClient(patient())));

/** What is left to stop the query, abort the upload and remove the pieces when time runs out. */
const CLEANING_UP_MS = 30_000;

export async function handler(event: unknown, context: Context): Promise<ExportAnswer> {
  logger.addContext(context);
  const evaluationId = isObject(event) ? String(event.evaluationId ?? event.executionId) : 'unknown';
  const answer = await traced('ExportResults', { evaluationId }, () =>
    withSandbox(() =>
      exportResults(event, {
        ...clients,
        bucket: environment('DATA_BUCKET'),
        workGroup: environment('WORKGROUP'),
        context: glueContext(environment('DATABASE')),
        runs: createRunRecordStore(documents, runTables()),
        isMarked: (id) => isMarked(documents, runTables().counts, id),
        tables: tablesFromEnvironment(),
        milliseconds: context.getRemainingTimeInMillis() - CLEANING_UP_MS,
      }),
    ),
  );
  // Not the link: whoever has it can read the file.
  const { url: _, ...told } = answer;
  logger.info('Results exported', told);
  return answer;
}
