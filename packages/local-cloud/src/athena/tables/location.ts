import { QueryError } from '../sql/query-error.ts';

export interface Location {
  readonly bucket: string;
  /** Ends with `/` unless it is empty. */
  readonly prefix: string;
}

/** Takes `s3://bucket/some/prefix` apart. */
export function parseLocation(uri: string | undefined): Location {
  const [, bucket, key = ''] = /^s3[an]?:\/\/([^/]+)\/?(.*)$/s.exec(uri ?? '') ?? [];
  if (!bucket) throw new QueryError('HIVE_INVALID_METADATA', `${uri ?? 'An empty location'} is not an S3 location`);
  return { bucket, prefix: key === '' || key.endsWith('/') ? key : `${key}/` };
}
