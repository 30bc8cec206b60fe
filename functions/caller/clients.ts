import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tracer } from '../shared/powertools.ts';

/** A throttled service must not cost a row: attempts grow to 20 s apart, some minutes in all. */
const PATIENT = { maxAttempts: 12 };

/** Clients every caller needs, made once per environment. */
export const s3 = tracer.captureAWSv3Client(new S3Client(PATIENT));
export const documents = DynamoDBDocumentClient.from(tracer.captureAWSv3Client(new DynamoDBClient(PATIENT)), {
  marshallOptions: { removeUndefinedValues: true },
});
export const sqs = tracer.captureAWSv3Client(new SQSClient());
