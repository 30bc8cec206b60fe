import type { DatasetDeps } from '../datasets/index.ts';
import type { Connection } from './connect.ts';

/** What the dataset functions need of a connection. */
export const datasetDeps = (
  { clients, outputs, queries, tables, runs }: Connection,
  signal?: AbortSignal,
): DatasetDeps => ({
  s3: clients.s3,
  ...queries,
  bucket: outputs.DataBucketName,
  tables,
  runs,
  signal,
});
