import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import * as z from 'zod';
import { RollcallError } from '../../contracts/errors.ts';
import { uploadKeys } from '../../contracts/storage-keys.ts';
import { findObject } from '../../domain/objects/store/find-object.ts';
import type { Installation } from '../connect/installation.ts';
import type { DatasetSource } from './source.ts';

const URL_SECONDS = 3600;

/** `format` is that of rows which came in a request; a file's is found out. */
const aboutSchema = z.object({ fileName: z.string(), format: z.literal('rows').optional() });

export interface Bucket {
  readonly s3: S3Client;
  readonly bucket: string;
}

/** A place for a file, and the address to send it to. */
export async function openUpload(tenant: string, fileName: string, { clients, outputs }: Installation) {
  const uploadId = randomUUID();
  await putAbout(tenant, uploadId, { fileName }, { s3: clients.s3, bucket: outputs.DataBucketName });
  const expiresAt = new Date(Date.now() + URL_SECONDS * 1000).toISOString();
  return { uploadId, url: await uploadUrl(uploadKeys(tenant, uploadId).file, { clients, outputs }), expiresAt };
}

function uploadUrl(Key: string, { clients, outputs }: Pick<Installation, 'clients' | 'outputs'>): Promise<string> {
  // By default the address would hold the checksum of a body that is not there yet.
  const s3 = new S3Client({ ...clients.settings, requestChecksumCalculation: 'WHEN_REQUIRED' });
  return getSignedUrl(s3, new PutObjectCommand({ Bucket: outputs.DataBucketName, Key }), { expiresIn: URL_SECONDS });
}

/** Where files are sent to: scheme and host of the bucket. */
export const uploadOrigin = async (installation: Installation): Promise<string> =>
  new URL(await uploadUrl('any', installation)).origin;

/** Rows of a request, kept as a file of them is. */
export async function keepRows(tenant: string, rows: readonly object[], { s3, bucket }: Bucket): Promise<string> {
  const uploadId = randomUUID();
  await putAbout(tenant, uploadId, { fileName: 'rows', format: 'rows' }, { s3, bucket });
  const Body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: uploadKeys(tenant, uploadId).file, Body }));
  return uploadId;
}

/** The file as a source, with the format that is known of it. */
export async function readUpload(
  tenant: string,
  uploadId: string,
  deps: Bucket,
): Promise<{ source: DatasetSource; format?: 'rows' }> {
  const { fileName, format } = await findUpload(tenant, uploadId, deps);
  const bytes = await findObject(deps.s3, deps.bucket, uploadKeys(tenant, uploadId).file);
  if (!bytes) {
    throw new RollcallError('UploadNotFound', `Upload ${uploadId} has no file yet.`);
  }
  return { source: { name: fileName, bytes: bytes as Readable }, format };
}

/** What is known of an upload of the tenant. */
export async function findUpload(
  tenant: string,
  uploadId: string,
  deps: Bucket,
): Promise<z.output<typeof aboutSchema>> {
  const found = await findObject(deps.s3, deps.bucket, uploadKeys(tenant, uploadId).about);
  if (!found) throw new RollcallError('UploadNotFound', `There is no upload ${uploadId}.`);
  return aboutSchema.parse(JSON.parse(await found.transformToString()));
}

async function putAbout(tenant: string, uploadId: string, about: object, { s3, bucket }: Bucket): Promise<void> {
  const Key = uploadKeys(tenant, uploadId).about;
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: JSON.stringify(about) }));
}
