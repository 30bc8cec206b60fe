import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type Zippable, zipSync } from 'fflate';
import type { CloudContext } from '../cloud-context.ts';
import { AssemblyError } from './assembly-error.ts';
import type { FileAsset } from './read-assembly.ts';

/** Puts a stack's assets where `cdk deploy` puts them: into the bootstrap bucket, under their content's hash. */
export async function publishAssets(assets: readonly FileAsset[], context: CloudContext): Promise<void> {
  for (const asset of assets) {
    const Bucket = fill(asset.bucketName, context);
    const Key = fill(asset.objectKey, context);
    const call = <Output>(operation: string, input: object) =>
      context.call<Output>('s3', operation, input, context.administrator);
    // A byte of it: an object whose file is damaged is there as well, and is written anew.
    const there = await call<{ Body: Readable }>('GetObject', { Bucket, Key, Range: 'bytes=0-0' }).catch(() => {});
    there?.Body.destroy();
    if (there) continue;
    await call('HeadBucket', { Bucket }).catch(() => call('CreateBucket', { Bucket }));
    // Of all checksums the one that Node computes fastest.
    await call('PutObject', { Bucket, Key, Body: contentOf(asset), ChecksumAlgorithm: 'CRC32' });
  }
}

function contentOf(asset: FileAsset): Buffer {
  try {
    return asset.packaging === 'zip' ? zipFolder(asset.path) : readFileSync(asset.path);
  } catch (error) {
    throw new AssemblyError(`the asset ${asset.id} cannot be read from ${asset.path}: ${(error as Error).message}`);
  }
}

/** Zip files carry times; a fixed one keeps the same folder the same bytes. */
const MTIME = new Date('1980-01-02T00:00:00Z');

function zipFolder(folder: string): Buffer {
  const files: Zippable = {};
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    const stats = statSync(path);
    if (!stats.isFile()) continue;
    // Stored, not deflated: the file goes no further than this disk. Permission bits stand in the upper half of `attrs`.
    files[relative(folder, path).split(sep).join('/')] = [
      readFileSync(path),
      { level: 0, mtime: MTIME, os: 3, attrs: (stats.mode & 0o777) << 16 },
    ];
  }
  return Buffer.from(zipSync(files));
}

/** Asset manifests may hold placeholders for the account and region they are published to. */
function fill(text: string, { accountId, region }: CloudContext): string {
  const values: Record<string, string> = { AccountId: accountId, Region: region, Partition: 'aws' };
  return text.replace(/\$\{AWS::(\w+)\}/g, (all, name: string) => values[name] ?? all);
}
