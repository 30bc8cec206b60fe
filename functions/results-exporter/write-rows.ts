import { runStatement } from '../../client/athena/run-query.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { FrameReader } from '../../core/export/frame-reader.ts';
import { sortFrames } from '../../core/export/sort-frames.ts';
import { mergeRows } from '../../core/merge-rows.ts';
import { type ExportedRows, exportedRows, type RowRange } from '../../core/sql/export-rows.ts';
import { unloadExport } from '../../core/sql/export-unload.ts';
import { listParts, partSource, RangeBuffers, rangeBytesOf, type StoredPart } from '../shared/part-source.ts';
import type { ExportDependencies } from './dependencies.ts';
import type { ExportFile } from './export-file.ts';
import type { Format } from './format.ts';
import { removeParts } from './remove-parts.ts';

/** Rows of one UNLOAD. */
const ROWS_PER_UNLOAD = 5 * ROWS_PER_SHARD;
/** UNLOADs that run at once. While one range is put into the file, Athena works on the next ones. */
const MOST_UNLOADS = 2;

/** Of all files that have to be sorted at once, of the function's 1,769 MB. */
const SORTED_BYTES = 768 * 1024 * 1024;

/** Athena takes no longer statement. */
const LONGEST_STATEMENT = 262_144;

interface Writing {
  readonly rows: ExportedRows;
  readonly lastRowIndex: number;
  /** Where the pieces lie meanwhile. */
  readonly parts: string;
  readonly format: Format;
  readonly file: ExportFile;
  /** Athena's files turned out to be in no order: each is sorted in memory. */
  readonly sorts: boolean;
}

/** Puts all rows into the file, in order, and says how many there were. */
export async function writeRows(writing: Writing, deps: ExportDependencies, stop: AbortController): Promise<number> {
  const { format, file, parts, lastRowIndex } = writing;
  const writer = format.writer(file);
  const memory = new RangeBuffers();
  let rows = 0;
  await file.write(Buffer.from(format.begin ?? ''));
  const ranges = rangesUpTo(lastRowIndex);
  const unloads: Promise<StoredPart[]>[] = [];
  const unloadUpTo = (count: number) => {
    for (const range of ranges.slice(unloads.length, count)) {
      const files = unload(range, unloads.length, writing, deps, stop.signal);
      // A failure is reported when its turn comes.
      files.catch(() => {});
      unloads.push(files);
    }
  };
  try {
    unloadUpTo(MOST_UNLOADS);
    for (const index of ranges.keys()) {
      const files = (await unloads[index]) ?? [];
      unloadUpTo(index + 1 + MOST_UNLOADS);
      const readers = await readersOf(files, writing, deps, memory);
      await mergeRows(readers, (frame, limit) => {
        stop.signal.throwIfAborted();
        return writer.row(frame, limit);
      });
      for (const reader of readers) rows += reader.rows;
      await removeParts(deps.s3, deps.bucket, `${parts}${index}/`);
    }
    await writer.close?.();
    await file.write(Buffer.from(format.end ?? ''));
    return rows;
  } catch (error) {
    // The queries that run ahead write where the pieces are about to be removed.
    stop.abort(error);
    await Promise.allSettled(unloads);
    throw error;
  }
}

function rangesUpTo(lastRowIndex: number): RowRange[] {
  const count = Math.floor(lastRowIndex / ROWS_PER_UNLOAD) + 1;
  return Array.from({ length: count }, (_, index) => ({
    from: index * ROWS_PER_UNLOAD,
    to: (index + 1) * ROWS_PER_UNLOAD - 1,
  }));
}

async function unload(
  range: RowRange,
  index: number,
  { rows, format, parts }: Writing,
  deps: ExportDependencies,
  signal: AbortSignal,
): Promise<StoredPart[]> {
  const prefix = `${parts}${index}/`;
  const plan = { ...format.unload, rows: exportedRows(deps.tables, rows, range) };
  const statement = unloadExport(plan, `s3://${deps.bucket}/${prefix}`);
  if (Buffer.byteLength(statement) > LONGEST_STATEMENT) {
    throw new RollcallError(
      'InvalidExportRequest',
      `The export has so many columns that its query is longer than the ${LONGEST_STATEMENT} bytes Athena takes. Name fewer in columns.`,
    );
  }
  await runStatement(statement, { ...deps, token: prefix, signal });
  return listParts(deps.s3, deps.bucket, prefix);
}

function readersOf(
  files: readonly StoredPart[],
  { format, sorts }: Writing,
  { s3 }: ExportDependencies,
  memory: RangeBuffers,
): Promise<FrameReader[]> {
  const rangeBytes = rangeBytesOf(files.length);
  const { layout, mappingColumns } = format.unload;
  const segments = layout.segments.length + (mappingColumns ? 1 : 0);
  return Promise.all(
    files.map(async (file) => {
      const source = partSource(s3, file, rangeBytes, memory);
      if (!sorts) return new FrameReader(source, segments);
      const unsorted = new FrameReader(source, segments, { anyOrder: true });
      return new FrameReader(await sortFrames(unsorted, SORTED_BYTES / files.length), segments);
    }),
  );
}
