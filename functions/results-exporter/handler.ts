import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import type { ExportAnswer } from '../../contracts/export.ts';
import { environment, tablesFromEnvironment } from '../shared/environment.ts';
import { exportResults } from './export-results.ts';

const clients = {
  athena: new AthenaClient(),
  documents: DynamoDBDocumentClient.from(new DynamoDBClient()),
  s3: new S3Client(),
};

/** What is left to stop the query, abort the upload and remove the pieces when time runs out. */
const CLEANING_UP_MS = 30_000;

export const handler = (event: unknown, context: Context): Promise<ExportAnswer> =>
  exportResults(event, {
    ...clients,
    bucket: environment('DATA_BUCKET'),
    workGroup: environment('WORKGROUP'),
    runsTable: environment('RUNS_TABLE'),
    tables: tablesFromEnvironment(),
    milliseconds: context.getRemainingTimeInMillis() - CLEANING_UP_MS,
  });
