import type { AthenaClient } from '@aws-sdk/client-athena';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { QueryContext } from '../../client/athena/run-query.ts';
import type { Tables } from '../../core/sql/tables.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';

export interface ExportDependencies {
  readonly athena: AthenaClient;
  readonly s3: S3Client;
  readonly sfn: SFNClient;
  readonly bucket: string;
  readonly workGroup: string;
  readonly context?: QueryContext;
  readonly runs: RunRecordStore;
  /** Whether people have marked answers of the run. */
  readonly isMarked: (evaluationId: string) => Promise<boolean>;
  readonly tables: Tables;
  /** How long the export may take. */
  readonly milliseconds: number;
}
