import * as z from 'zod';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { sourceFormatSchema } from '../../core/dataset/source-format.ts';
import { fingerprint } from '../../core/row-identity.ts';

export const datasetRecordSchema = z.object({
  datasetId: z.string(),
  name: z.string(),
  version: z.int(),
  rows: z.int(),
  contentHash: z.string(),
  sourceFormat: sourceFormatSchema,
});
export type DatasetRecord = z.output<typeof datasetRecordSchema>;

export const recordKey = (datasetId: string): string => `${PREFIXES.datasets}ids/${datasetId}.json`;

/** What was imported, and how: the same again is the same dataset, under whatever name. */
export const contentKey = (tenant: string, { contentHash, sourceFormat }: ImportedContent): string =>
  `${PREFIXES.datasets}contents/${fingerprint(JSON.stringify([tenant, contentHash, sourceFormat.options]))}.json`;
export type ImportedContent = Pick<DatasetRecord, 'contentHash' | 'sourceFormat'>;

export const nameKey = (tenant: string, name: string): string =>
  `${PREFIXES.datasets}names/${fingerprint(JSON.stringify([tenant, name]))}.json`;
