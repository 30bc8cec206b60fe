import { randomUUID } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type ExportAnswer, type ExportRequest, exportPart } from '../../contracts/export.ts';
import { exportKey } from '../../contracts/storage-keys.ts';
import { failedExport } from '../../core/export/failed-export.ts';
import { MappedColumns } from '../../core/export/mapped-columns.ts';
import { planColumns } from '../../core/export/plan-columns.ts';
import type { ExportDependencies } from './dependencies.ts';
import { findEvaluation } from './find-evaluation.ts';
import { formatOf } from './formats.ts';
import { readRequest } from './read-request.ts';
import { survey } from './survey.ts';
import { writeFile } from './write-file.ts';

/**
 * Makes one file of an evaluation's rows. It is there whole or not at all, and nothing else is left behind. Who asked may have gone
 * before it failed, and looks at the record later.
 */
export async function exportResults(event: unknown, deps: ExportDependencies): Promise<ExportAnswer> {
  const request = readRequest(event);
  const evaluationId = await findEvaluation(request, deps.sfn);
  const key = exportKey(evaluationId, request.format, request.destinationPrefix, exportPart(request));
  try {
    return await exportTo(key, evaluationId, request, deps);
  } catch (error) {
    // What went wrong first is what is told.
    await deps.runs.noteFailedExport(evaluationId, failedExport(key, error)).catch(() => {});
    throw error;
  }
}

async function exportTo(
  key: string,
  evaluationId: string,
  request: ExportRequest,
  deps: ExportDependencies,
): Promise<ExportAnswer> {
  const mapping = request.outputMapping === undefined ? undefined : new MappedColumns(request.outputMapping);
  const found = await survey(evaluationId, request, { ...deps, token: randomUUID() });
  const columns = planColumns({ ...request, flatten: flattens(request) }, found.fields, mapping?.names ?? []);
  const format = formatOf(request, columns, mapping);
  const written = await writeFile({ evaluationId, key, format, found }, deps);
  const s3Uri = `s3://${deps.bucket}/${key}`;
  // Rows may be there without a record; they are exported all the same.
  await deps.runs.noteExport(evaluationId, s3Uri);
  const url = request.link ? await link(key, request, deps) : undefined;
  return { evaluationId, s3Uri, ...(url && { url }), ...written, format: request.format };
}

const flattens = ({ flatten, format }: ExportRequest): boolean => flatten ?? (format === 'csv' || format === 'parquet');

const link = (key: string, { expiresInSeconds: expiresIn }: ExportRequest, { s3, bucket }: ExportDependencies) =>
  getSignedUrl(s3, new GetObjectCommand({ Bucket: bucket, Key: key }), { expiresIn });
