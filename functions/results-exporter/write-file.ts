import { randomUUID } from 'node:crypto';
import { RollcallError } from '../../contracts/errors.ts';
import { exportPartsPrefix } from '../../contracts/storage-keys.ts';
import { OutOfOrder } from '../../core/merge-rows.ts';
import { logger } from '../shared/powertools.ts';
import type { ExportDependencies } from './dependencies.ts';
import { ExportFile } from './export-file.ts';
import type { Format } from './format.ts';
import { nothingToExport } from './nothing-to-export.ts';
import { removeParts } from './remove-parts.ts';
import type { Survey } from './survey.ts';
import { writeRows } from './write-rows.ts';

interface WantedFile {
  readonly evaluationId: string;
  readonly key: string;
  readonly format: Format;
  readonly found: Survey;
}

interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes the file, whole or not at all, and leaves nothing else behind. Athena's page promises that each file of an UNLOAD
 * is in the order asked for; should one not be, what was written is given up, and made again by sorting.
 */
export async function writeFile(wanted: WantedFile, deps: ExportDependencies): Promise<WrittenFile> {
  const end = Date.now() + deps.milliseconds;
  try {
    return await attempt(wanted, false, end, deps);
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
    return attempt(wanted, true, end, deps);
  }
}

async function attempt(
  { evaluationId, key, format, found }: WantedFile,
  sorts: boolean,
  end: number,
  deps: ExportDependencies,
): Promise<WrittenFile> {
  // It takes a second query and much memory: whoever runs this should know.
  if (sorts) logger.warn('Athena did not keep the order of rows; the export is sorted in memory', { evaluationId });
  const file = new ExportFile(deps.s3, deps.bucket, key, format.contentType);
  // Of its own for each attempt: UNLOAD wants an empty destination.
  const parts = exportPartsPrefix(evaluationId, randomUUID());
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(tooLong(deps.milliseconds)), end - Date.now());
  try {
    const { rows: selected, lastRowIndex } = found;
    const rows = await writeRows({ rows: selected, lastRowIndex, parts, format, file, sorts }, deps, stop);
    if (rows === 0) throw nothingToExport(evaluationId, 'its rows are gone');
    return { rows, ...(await file.finish()) };
  } catch (error) {
    stop.abort(error);
    await file.abandon();
    throw error;
  } finally {
    clearTimeout(timer);
    await removeParts(deps.s3, deps.bucket, parts);
  }
}

const tooLong = (milliseconds: number): RollcallError =>
  new RollcallError('ExportTooLong', `The export was not done within ${Math.round(milliseconds / 1000)} seconds.`);
