import type { AthenaClient } from '@aws-sdk/client-athena';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { QueryContext } from '../../client/athena/run-query.ts';
import type { TargetStore } from '../../client/targets/target-store.ts';
import type { Tables } from '../../core/sql/tables.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import type { RunObserver } from '../shared/run-observer.ts';

export interface PlanDependencies {
  readonly athena: AthenaClient;
  readonly documents: DynamoDBDocumentClient;
  readonly s3: S3Client;
  readonly sfn: SFNClient;
  readonly bucket: string;
  readonly workGroup: string;
  readonly context?: QueryContext;
  readonly runs: RunRecordStore;
  readonly configsTable: string;
  readonly targets: TargetStore;
  readonly tables: Tables;
  readonly observer: RunObserver;
}
