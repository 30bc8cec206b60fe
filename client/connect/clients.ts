import { AthenaClient } from '@aws-sdk/client-athena';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

// Which Node is supported, this package says itself (`engines`).
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

/** What every client is made with: an endpoint for the local cloud, a profile for AWS. */
export interface ClientSettings {
  readonly endpoint?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

export interface Clients {
  readonly athena: AthenaClient;
  readonly documents: DynamoDBDocumentClient;
  readonly lambda: LambdaClient;
  readonly s3: S3Client;
  readonly sfn: SFNClient;
  /** What they were made with, for the clients that only one command needs. */
  readonly settings: ClientSettings;
}

export function createClients(settings: ClientSettings): Clients {
  return {
    athena: new AthenaClient(settings),
    documents: DynamoDBDocumentClient.from(new DynamoDBClient(settings), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    lambda: new LambdaClient(settings),
    s3: new S3Client(settings),
    sfn: new SFNClient(settings),
    settings,
  };
}
