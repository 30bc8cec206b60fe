import { randomUUID } from 'node:crypto';
import { DEFAULT_TENANT, ownId } from '../../contracts/tenant.ts';
import { DatasetError } from '../../core/dataset/dataset-error.ts';
import { DatasetParser, type ParsedDataset } from '../../core/dataset/dataset-parser.ts';
import type { ColumnMapping } from '../../core/dataset/map-columns.ts';
import type { ReadOptions } from '../../core/dataset/read-options.ts';
import type { SourceColumn } from '../../core/dataset/source-format.ts';
import { insertDataset } from '../../core/sql/datasets.ts';
import { findByContent, nextVersion, noteDataset } from '../../domain/datasets/store/dataset-records.ts';
import { runWrite } from '../athena/run-query.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { datasetIdOf, nameOfFile, slugOf } from './dataset-name.ts';
import { withNameLock } from './name-lock.ts';
import { RowUpload } from './row-upload.ts';
import { type DatasetSource, openSource } from './source.ts';

export interface ImportOptions extends ReadOptions {
  /** Default: the file's name without its extension. */
  readonly name?: string;
  /** Whose it is; another's datasets are not looked at. Default: the default tenant's */
  readonly tenant?: string;
  /** Told now and then how many rows have been read. */
  onProgress?(rows: number): void;
}

export interface ImportedDataset {
  readonly datasetId: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  /** False: the same content was imported in the same way before; this is that dataset. */
  readonly created: boolean;
  readonly contentHash: string;
  readonly columns: readonly SourceColumn[];
  readonly mapping?: ColumnMapping;
  readonly warnings: readonly string[];
}

/** Large enough that an object is worth its request, small enough that a few fit in memory. */
const OBJECT_BYTES = 8 * 1024 * 1024;
/** Bytes an Athena query may have. */
const LONGEST_QUERY = 262_144;

/** Streams a dataset's rows to S3, then makes them visible with one INSERT: all of them or none. */
export async function importDataset(
  source: DatasetSource,
  { name: wanted, tenant = DEFAULT_TENANT, onProgress, ...readOptions }: ImportOptions,
  deps: DatasetDeps,
): Promise<ImportedDataset> {
  const { name: sourceName, bytes, options } = await openSource(source, readOptions);
  const name = wanted?.trim() || nameOfFile(sourceName);
  const importId = randomUUID();
  const upload = new RowUpload(importId, deps);
  try {
    const parser = new DatasetParser({ name: sourceName, options });
    for await (const chunk of bytes) {
      deps.signal?.throwIfAborted();
      parser.push(chunk);
      if (parser.pendingBytes >= OBJECT_BYTES) await upload.send(parser.take());
      onProgress?.(parser.rows);
    }
    const parsed = parser.end();
    if (parser.pendingBytes > 0) await upload.send(parser.take());
    await upload.finish();
    onProgress?.(parsed.rows);
    const slug = ownId(tenant, slugOf(name));
    return await withNameLock(slug, deps, () => publish({ importId, tenant, name, sourceName, parsed }, deps));
  } finally {
    // What is left behind here expires after a week; the dataset itself is whole.
    await upload.remove().catch(() => {});
  }
}

interface Publication {
  readonly importId: string;
  readonly tenant: string;
  readonly name: string;
  readonly sourceName: string;
  readonly parsed: ParsedDataset;
}

async function publish(
  { importId, tenant, name, sourceName, parsed }: Publication,
  deps: DatasetDeps,
): Promise<ImportedDataset> {
  const { rows, contentHash, sourceFormat, mapping, warnings } = parsed;
  const facts = { rows, contentHash, columns: sourceFormat.columns, mapping, warnings };
  const found = await findByContent(tenant, { contentHash, sourceFormat }, deps);
  if (found) {
    const { datasetId, name, version } = found;
    return { ...facts, datasetId, name, version, created: false };
  }
  const version = await nextVersion(tenant, name, deps);
  const datasetId = ownId(tenant, datasetIdOf(name, contentHash, sourceFormat.options));
  const sql = insertDataset(deps.tables.datasets, deps.tables.imported, importId, {
    datasetId,
    name,
    version,
    sourceName,
    sourceFormat: JSON.stringify(sourceFormat),
    contentHash,
    importedAt: new Date().toISOString(),
  });
  if (Buffer.byteLength(sql) > LONGEST_QUERY) {
    throw new DatasetError(
      `The names of the ${sourceFormat.columns.length} columns are too long together to be imported. Shorten them.`,
    );
  }
  await runWrite(sql, deps);
  await noteDataset({ datasetId, name, version, rows, contentHash, sourceFormat }, deps);
  return { ...facts, datasetId, name, version, created: true };
}
