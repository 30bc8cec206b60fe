import type { DatasetDeps } from '../datasets/index.ts';
import type { Connection } from './connect.ts';

/** What the dataset functions need of a connection. */
export const datasetDeps = ({ clients, outputs, runs }: Connection, signal?: AbortSignal): DatasetDeps => ({
  s3: clients.s3,
  athena: clients.athena,
  bucket: outputs.DataBucketName,
  workGroup: outputs.WorkGroupName,
  catalog: outputs.CatalogName,
  database: outputs.DatabaseName,
  runs,
  signal,
});
