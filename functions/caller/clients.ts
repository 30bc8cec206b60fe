import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { patient } from '../shared/patient.ts';
import { captured } from '../shared/tracing.ts';

/** What a row has come to is in memory until its log has it: the log is asked again for some minutes. */
const LOG_ATTEMPTS = 40;

/** Clients every caller needs, made once per environment. */
export const s3 = captured(new S3Client(patient(LOG_ATTEMPTS)));
export const documents = DynamoDBDocumentClient.from(captured(new DynamoDBClient(patient())), {
  marshallOptions: { removeUndefinedValues: true },
});
export const sqs = captured(new SQSClient(patient()));
