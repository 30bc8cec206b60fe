import type { S3Client } from '@aws-sdk/client-s3';
import { OutOfOrder } from '../../core/merge-rows.ts';
import { LineReader, type RowInMemory } from '../shared/line-reader.ts';
import { partSource, RangeBuffers, rangeBytesOf, type StoredPart } from '../shared/part-source.ts';
import { type SortingMemory, sortRows } from './sort-rows.ts';

/** The rows of each file, in order. Those of the files named are put in order in memory first. */
export function openParts(
  s3: S3Client,
  parts: readonly StoredPart[],
  unordered: ReadonlySet<StoredPart>,
  sortedBytes: number,
): Promise<RowInMemory[]> {
  const rangeBytes = rangeBytesOf(parts.length);
  const memory = new RangeBuffers();
  const sorting: SortingMemory = { most: sortedBytes, used: 0 };
  return Promise.all(
    parts.map(async (part) => {
      const source = partSource(s3, part, rangeBytes, memory);
      return unordered.has(part)
        ? sortRows(new LineReader(source, { anyOrder: true }), sorting)
        : new LineReader(source);
    }),
  );
}

/** The files whose rows are not in order. */
export async function findUnordered(s3: S3Client, parts: readonly StoredPart[]): Promise<Set<StoredPart>> {
  const unordered = new Set<StoredPart>();
  for (const part of parts) if (!(await isOrdered(s3, part))) unordered.add(part);
  return unordered;
}

async function isOrdered(s3: S3Client, part: StoredPart): Promise<boolean> {
  const reader = new LineReader(partSource(s3, part, rangeBytesOf(1), new RangeBuffers()));
  try {
    while (reader.step() || (await reader.advance()));
    return true;
  } catch (error) {
    if (error instanceof OutOfOrder) return false;
    throw error;
  }
}
