import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Where traces are. */
export interface TraceDeps {
  readonly documents: DynamoDBDocumentClient;
  readonly s3: S3Client;
  readonly bucket: string;
  /** The table `traces`. */
  readonly tracesTable: string;
  /** Traces are forgotten after so many days. */
  readonly traceDays: number;
}
