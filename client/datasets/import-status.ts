import { PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { type DatasetImport, importSchema } from '../../contracts/api/datasets.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { importStatusKey } from '../../contracts/storage-keys.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';
import type { Bucket } from './uploads.ts';

/** A function runs for 15 minutes, and may be invoked a little late. */
const LOST_AFTER_MS = 20 * 60_000;

const storedSchema = importSchema.extend({ at: z.number() });

/** Says where an import stands, for whoever asks later. */
export async function writeImport(tenant: string, status: DatasetImport, { s3, bucket }: Bucket): Promise<void> {
  const Body = JSON.stringify({ ...status, at: Date.now() });
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: importStatusKey(tenant, status.importId), Body }));
}

export async function readImport(tenant: string, importId: string, { s3, bucket }: Bucket): Promise<DatasetImport> {
  const found = await findObject(s3, bucket, importStatusKey(tenant, importId));
  if (!found) throw new RollcallError('ImportNotFound', `There is no import ${importId}.`);
  const { at, ...status } = storedSchema.parse(JSON.parse(await found.transformToString()));
  if (status.status !== 'running' || Date.now() - at < LOST_AFTER_MS) return status;
  return { importId, status: 'failed', error: { code: 'ImportLost', message: 'The import ended without a word.' } };
}
