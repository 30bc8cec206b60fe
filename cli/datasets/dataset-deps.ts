import type { AthenaClient } from '@aws-sdk/client-athena';
import type { S3Client } from '@aws-sdk/client-s3';
import type { RunRecordStore } from '../../client/run-records/run-record-store.ts';
import { DATASETS_TABLE, IMPORTED_TABLE } from '../../contracts/table-names.ts';
import { qualifiedName } from '../../core/sql/literal.ts';

/** Clients, and the names the storage stack gives in its outputs. */
export interface DatasetDeps {
  readonly s3: S3Client;
  readonly athena: AthenaClient;
  /** DataBucketName */
  readonly bucket: string;
  /** WorkGroupName */
  readonly workGroup: string;
  /** CatalogName */
  readonly catalog: string;
  /** DatabaseName */
  readonly database: string;
  readonly runs: RunRecordStore;
  /** Stops what is under way; an import then leaves nothing. */
  readonly signal?: AbortSignal;
}

export const datasetsTable = ({ catalog, database }: DatasetDeps): string =>
  qualifiedName(catalog, database, DATASETS_TABLE);

/** An external table: always in the Glue catalog. */
export const importedTable = ({ database }: DatasetDeps): string =>
  qualifiedName('AwsDataCatalog', database, IMPORTED_TABLE);
