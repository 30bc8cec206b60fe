import { randomUUID } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { RollcallError } from '../../contracts/errors.ts';
import type { ExportAnswer, ExportRequest } from '../../contracts/export.ts';
import { exportKey, exportPartsPrefix } from '../../contracts/storage-keys.ts';
import { MappedColumns } from '../../core/export/mapped-columns.ts';
import { planColumns } from '../../core/export/plan-columns.ts';
import type { ExportDependencies } from './dependencies.ts';
import { ExportFile } from './export-file.ts';
import { findEvaluation } from './find-evaluation.ts';
import { formatOf } from './formats.ts';
import { nothingToExport } from './nothing-to-export.ts';
import { readRequest } from './read-request.ts';
import { removeParts } from './remove-parts.ts';
import { survey } from './survey.ts';
import { writeRows } from './write-rows.ts';

/** Makes one file of an evaluation's rows. It is there whole or not at all, and nothing else is left behind. */
export async function exportResults(event: unknown, deps: ExportDependencies): Promise<ExportAnswer> {
  const request = readRequest(event);
  const evaluationId = await findEvaluation(request, deps.sfn);
  const mapping = request.outputMapping === undefined ? undefined : new MappedColumns(request.outputMapping);
  const exportId = randomUUID();
  const found = await survey(evaluationId, request, { ...deps, token: exportId });
  const columns = planColumns({ ...request, flatten: flattens(request) }, found.fields, mapping?.names ?? []);

  const key = exportKey(evaluationId, request.format, request.destinationPrefix);
  const format = formatOf(request, columns, mapping);
  const file = new ExportFile(deps.s3, deps.bucket, key, format.contentType);
  const parts = exportPartsPrefix(evaluationId, exportId);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(tooLong(deps.milliseconds)), deps.milliseconds);
  try {
    const rows = await writeRows(
      { rows: found.rows, lastRowIndex: found.lastRowIndex, parts, format, file },
      deps,
      stop,
    );
    if (rows === 0) throw nothingToExport(evaluationId, 'its rows are gone');
    const written = await file.finish();
    const s3Uri = `s3://${deps.bucket}/${key}`;
    // Rows may be there without a record; they are exported all the same.
    await deps.runs.noteExport(evaluationId, s3Uri);
    return { evaluationId, s3Uri, url: await link(key, request, deps), rows, ...written, format: request.format };
  } catch (error) {
    stop.abort(error);
    await file.abandon();
    throw error;
  } finally {
    clearTimeout(timer);
    await removeParts(deps.s3, deps.bucket, parts);
  }
}

const flattens = ({ flatten, format }: ExportRequest): boolean => flatten ?? (format === 'csv' || format === 'parquet');

const link = (key: string, { expiresInSeconds: expiresIn }: ExportRequest, { s3, bucket }: ExportDependencies) =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn });

const tooLong = (milliseconds: number): RollcallError =>
  new RollcallError('ExportTooLong', `The export was not done within ${Math.round(milliseconds / 1000)} seconds.`);
