import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { ownerOf } from '../../../contracts/tenant.ts';
import { findObject } from '../../objects/store/find-object.ts';
import {
  contentKey,
  type DatasetRecord,
  datasetRecordSchema,
  type ImportedContent,
  nameKey,
  recordKey,
} from '../dataset-record.ts';

interface Storage {
  readonly s3: S3Client;
  /** The data bucket's name. */
  readonly bucket: string;
}

export const findDatasetRecord = (datasetId: string, storage: Storage): Promise<DatasetRecord | undefined> =>
  read(recordKey(datasetId), datasetRecordSchema, storage);

/** The dataset that was imported from this content before, under whatever name. */
export async function findByContent(
  tenant: string,
  content: ImportedContent,
  storage: Storage,
): Promise<DatasetRecord | undefined> {
  const found = await read(contentKey(tenant, content), z.object({ datasetId: z.string() }), storage);
  return found && findDatasetRecord(found.datasetId, storage);
}

/** The versions of a name, by dataset. */
const versionsOf = async (tenant: string, name: string, storage: Storage): Promise<Record<string, number>> =>
  (await read(nameKey(tenant, name), z.record(z.string(), z.int()), storage)) ?? {};

/** Asked for, and noted, under the lock of the name. */
export const nextVersion = async (tenant: string, name: string, storage: Storage): Promise<number> =>
  Math.max(0, ...Object.values(await versionsOf(tenant, name, storage))) + 1;

/** Keeps what is known about a dataset whose rows are in the table. */
export async function noteDataset(record: DatasetRecord, storage: Storage): Promise<void> {
  const { datasetId, name, version } = record;
  const { tenant } = ownerOf(datasetId);
  await write(nameKey(tenant, name), { ...(await versionsOf(tenant, name, storage)), [datasetId]: version }, storage);
  await write(recordKey(datasetId), record, storage);
  await write(contentKey(tenant, record), { datasetId }, storage);
}

/** Before the rows are deleted: rows without a record are counted by a query, a record without rows would mislead. */
export async function forgetDataset({ datasetId, name }: DatasetRecord, storage: Storage): Promise<void> {
  const { tenant } = ownerOf(datasetId);
  await storage.s3.send(new DeleteObjectCommand({ Bucket: storage.bucket, Key: recordKey(datasetId) }));
  const { [datasetId]: _, ...others } = await versionsOf(tenant, name, storage);
  await write(nameKey(tenant, name), others, storage);
}

async function read<T>(key: string, schema: z.ZodType<T>, { s3, bucket }: Storage): Promise<T | undefined> {
  const found = await findObject(s3, bucket, key);
  return found && schema.parse(JSON.parse(await found.transformToString()));
}

async function write(Key: string, value: object, { s3, bucket: Bucket }: Storage): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(value), ContentType: 'application/json' }));
}
