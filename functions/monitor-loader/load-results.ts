import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { type QueryOptions, runWrite } from '../../client/athena/run-query.ts';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { mergeMonitorResults } from '../../core/sql/merge-monitor-results.ts';
import type { Tables } from '../../core/sql/tables.ts';
import { listParts } from '../shared/part-source.ts';

export interface LoaderDependencies extends QueryOptions {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly tables: Tables;
}

/** Messages live for 14 days, and with them what could be evaluated a second time. */
const REPEATED_MS = 15 * 86_400_000;
const MOST_DELETED = 1_000;

/**
 * Moves staged results into their table, an hour of them at a time. Objects are removed when what is in them is loaded; cut
 * off in between, they are loaded again, which changes nothing.
 */
export async function loadResults(deps: LoaderDependencies, isLate: () => boolean): Promise<number> {
  let loaded = 0;
  for (const hour of await hours(deps)) {
    if (isLate()) break;
    const objects = await listParts(deps.s3, deps.bucket, `${PREFIXES.monitorResults}hour=${hour}/`);
    await runWrite(mergeMonitorResults(deps.tables, hour, new Date(Date.now() - REPEATED_MS)), deps);
    // Only those that were there before the statement began: others may not be in it.
    for (let first = 0; first < objects.length; first += MOST_DELETED) {
      await remove(
        objects.slice(first, first + MOST_DELETED).map(({ key }) => key),
        deps,
      );
    }
    loaded += objects.length;
  }
  return loaded;
}

/** The hours in which something waits. */
async function hours({ s3, bucket: Bucket }: LoaderDependencies): Promise<string[]> {
  const { CommonPrefixes = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: PREFIXES.monitorResults, Delimiter: '/' }),
  );
  return CommonPrefixes.flatMap(({ Prefix = '' }) => /hour=([^/]+)\/$/.exec(Prefix)?.[1] ?? []);
}

async function remove(keys: readonly string[], { s3, bucket: Bucket }: LoaderDependencies): Promise<void> {
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete }));
  if (Errors.length > 0) throw new Error(`s3://${Bucket}/${Errors[0]?.Key} cannot be removed: ${Errors[0]?.Message}`);
}
