import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { RollcallError } from '../../contracts/errors.ts';
import { type ExportAnswer, type ExportRequestInput, exportAnswerSchema } from '../../contracts/export.ts';
import type { Installation } from '../connect/installation.ts';
import { invoke } from '../connect/invoke.ts';

/** What the results-exporter function is asked for, besides the evaluation. */
export type ExportOptions = Omit<ExportRequestInput, 'evaluationId' | 'executionId'>;

export interface ExportedFile extends ExportAnswer {
  readonly path: string;
}

/** Has the results-exporter write the file to S3. */
export async function exportResults(
  evaluationId: string,
  request: ExportOptions,
  installation: Installation,
): Promise<ExportAnswer> {
  const { clients, outputs } = installation;
  const answer = await invoke(outputs.ResultsExporterFunctionArn, { evaluationId, ...request }, clients.lambda);
  return exportAnswerSchema.parse(answer);
}

/** Exports and downloads. */
export const exportTo = async (
  path: string,
  evaluationId: string,
  installation: Installation,
  request: ExportOptions = {},
): Promise<ExportedFile> =>
  downloadExport(path, await exportResults(evaluationId, request, installation), installation);

/** The file appears whole or not at all. */
export async function downloadExport(
  path: string,
  answer: ExportAnswer,
  installation: Installation,
): Promise<ExportedFile> {
  const target = resolve(path);
  const partial = `${target}.partial-${process.pid}`;
  try {
    await download(answer, partial, installation);
    await rename(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
  return { ...answer, path: target };
}

async function download({ s3Uri, sha256 }: ExportAnswer, path: string, { clients }: Installation): Promise<void> {
  const { hostname: Bucket, pathname } = new URL(s3Uri);
  const Key = decodeURIComponent(pathname.slice(1));
  const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket, Key }));
  if (!(Body instanceof Readable)) throw new Error(`${s3Uri} has no content.`);
  const hash = createHash('sha256');
  await pipeline(
    Body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  const got = hash.digest('hex');
  if (got !== sha256) {
    throw new RollcallError(
      'ExportReplaced',
      `${s3Uri} was downloaded with the checksum ${got}; the exporter wrote ${sha256}.`,
    );
  }
}
