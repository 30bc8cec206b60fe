import type { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { executionModeSchema } from '../../contracts/evaluation-config.ts';
import { evaluationIdSchema } from '../../contracts/ids.ts';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { mergeRows, OutOfOrder } from '../../core/merge-rows.ts';
import { modelSchema } from '../../domain/models/model-schema.ts';
import { listParts, type StoredPart } from '../shared/part-source.ts';
import { BatchWriter, type SplitAnswer } from './batch-writer.ts';
import { findUnordered, openParts } from './open-parts.ts';
import { tryMapping } from './try-mapping.ts';

const splitEventSchema = z.object({
  evaluationId: evaluationIdSchema,
  attempt: z.int().min(0),
  /** Where ReadDataset left the rows. */
  datasetPrefix: z.string().startsWith(PREFIXES.runs).endsWith('/'),
  batchRows: z.int().min(1),
  run: z.object({
    executionMode: executionModeSchema,
    inputMapping: z.string().optional(),
    model: modelSchema.optional(),
  }),
});
export type SplitEvent = z.output<typeof splitEventSchema>;

interface SplitLimits {
  /** Of a batch, and about that of a file. */
  readonly fileBytes: number;
  /** Of all rows that have to be sorted: they are held in memory, and half as much again while it grows. */
  readonly sortedBytes: number;
}

const LIMITS: SplitLimits = { fileBytes: 64 * 1024 * 1024, sortedBytes: 512 * 1024 * 1024 };

export interface SplitDependencies {
  readonly s3: S3Client;
  readonly bucket: string;
  /** Default: files of 64 MB, 512 MB to sort */
  readonly limits?: SplitLimits;
}

/**
 * Writes the rows that ReadDataset unloaded into files, in row order, and the manifest of their batches. The same files
 * give the same bytes under the same keys, so an invocation that is repeated, or runs twice at once, changes nothing for
 * who reads them already.
 */
export async function splitRows(event: unknown, deps: SplitDependencies): Promise<SplitAnswer> {
  const split = splitEventSchema.parse(event);
  const parts = await listParts(deps.s3, deps.bucket, split.datasetPrefix);
  try {
    return await writeBatches(parts, new Set(), split, deps);
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
    return writeBatches(parts, await findUnordered(deps.s3, parts), split, deps);
  }
}

async function writeBatches(
  parts: readonly StoredPart[],
  unordered: ReadonlySet<StoredPart>,
  { batchRows, run, ...pass }: SplitEvent,
  { limits = LIMITS, ...to }: SplitDependencies,
): Promise<SplitAnswer> {
  // Files that were written before a part turned out to be unordered have other names: nobody reads them, and a repeated
  // invocation that begins with them again puts nothing wrong where its rows are read already.
  const fileName = unordered.size > 0 ? 'sorted' : 'part';
  const writer = new BatchWriter({ ...to, ...pass, fileName }, { batchRows, bytes: limits.fileBytes });
  try {
    // In a later pass the rows are those that failed, perhaps by the mapping.
    let isTried = pass.attempt > 1 || !(run.inputMapping || run.model);
    await mergeRows(await openParts(to.s3, parts, unordered, limits.sortedBytes), (row) => {
      if (isTried) return writer.row(row);
      isTried = true;
      const first = row.buffer.toString('utf8', row.start, row.end);
      return tryMapping(run, first).then(() => writer.row(row));
    });
    return await writer.finish();
  } catch (error) {
    // What cannot be given up is removed by the bucket's rule for unfinished uploads; the error in hand says more.
    await writer.abandon().catch(() => {});
    throw error;
  }
}
