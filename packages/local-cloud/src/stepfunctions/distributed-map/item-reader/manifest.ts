import { lines, readerFailed } from './lines.ts';
import type { S3Location } from './s3-object.ts';

/** The data files an Athena UNLOAD manifest names: one `s3://bucket/key` a line. */
export async function* readAthenaManifest(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<S3Location> {
  for await (const line of lines(bytes)) {
    const uri = line.trim().replace(/^"|"$/g, '');
    if (uri === '') continue;
    const location = /^s3:\/\/([^/]+)\/(.+)$/.exec(uri);
    if (!location?.[1] || !location[2]) throw readerFailed(`The Athena manifest holds ${uri}, which is no S3 object.`);
    yield { Bucket: location[1], Key: location[2] };
  }
}
