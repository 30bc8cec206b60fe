import { readerFailed } from './lines.ts';
import type { Source } from './s3-object.ts';

interface ListedObject {
  readonly Key: string;
  readonly ETag?: string;
  readonly LastModified?: Date;
  readonly Size?: number;
  readonly StorageClass?: string;
}

interface ListOutput {
  readonly Contents?: readonly ListedObject[];
  readonly NextContinuationToken?: string;
}

/** The objects of a bucket, or under a prefix, page by page. */
export async function* listObjects(
  { context, caller }: Source,
  request: Readonly<Record<string, unknown>>,
): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  do {
    let page: ListOutput;
    try {
      const input = { ...request, ...(token ? { ContinuationToken: token } : {}) };
      page = await context.call<ListOutput>('s3', 'ListObjectsV2', input, caller);
    } catch (error) {
      throw readerFailed(error instanceof Error ? error.message : String(error));
    }
    yield* page.Contents ?? [];
    token = page.NextContinuationToken;
  } while (token);
}

/** An object's metadata as an item: the time in seconds, the tag spelt `Etag`. */
export function objectItem({ ETag, Key, LastModified, Size, StorageClass }: ListedObject): unknown {
  return {
    Etag: ETag,
    Key,
    LastModified: LastModified ? Math.floor(LastModified.getTime() / 1000) : undefined,
    Size,
    StorageClass: StorageClass ?? 'STANDARD',
  };
}
