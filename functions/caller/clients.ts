import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tracer } from '../shared/powertools.ts';

/** Clients every caller needs, made once per environment. */
export const s3 = tracer.captureAWSv3Client(new S3Client());
export const documents = DynamoDBDocumentClient.from(tracer.captureAWSv3Client(new DynamoDBClient()), {
  marshallOptions: { removeUndefinedValues: true },
});
export const sqs = tracer.captureAWSv3Client(new SQSClient());
