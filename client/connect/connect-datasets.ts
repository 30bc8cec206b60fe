import type { DatasetDeps } from '../datasets/index.ts';
import type { Installation } from './installation.ts';

/** What the dataset functions need of an installation. */
export const connectDatasets = (
  { clients, outputs, queries, tables, runs }: Installation,
  signal?: AbortSignal,
): DatasetDeps => ({
  s3: clients.s3,
  ...queries,
  bucket: outputs.DataBucketName,
  tables,
  runs,
  signal,
});
