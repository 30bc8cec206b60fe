import type { S3Client } from '@aws-sdk/client-s3';
import type { Tables } from '../../core/sql/tables.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import type { QueryOptions } from '../athena/run-query.ts';

/** What the work on datasets needs. Its `signal` stops what is under way; an import then leaves nothing. */
export interface DatasetDeps extends Omit<QueryOptions, 'token'> {
  readonly s3: S3Client;
  /** The data bucket's name. */
  readonly bucket: string;
  readonly tables: Tables;
  readonly runs: RunRecordStore;
}
