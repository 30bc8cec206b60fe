import { AwsError } from '../aws-error.ts';
import type { ObjectRecord } from './storage/records.ts';

/** First and last byte, both included. An empty object's is 0 to -1. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * `bytes=0-99`, `bytes=100-` or `bytes=-100` of an object. Undefined for a header that says anything else, several
 * ranges included: S3 then answers with the whole object.
 */
export function parseRange(header: unknown, size: number): Range | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(String(header ?? '').trim()) ?? [];
  if (first === undefined || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416, {
    RangeRequested: String(header),
    ActualObjectSize: size,
  });
}

/** Where one part of an object lies. An object that was put whole is its own only part. */
export function partRange(record: ObjectRecord, partNumber: number): Range {
  const sizes = record.parts ?? [record.size];
  const size = sizes[partNumber - 1];
  if (size === undefined) {
    throw new AwsError('InvalidPartNumber', 'The requested partnumber is not satisfiable', 416, {
      PartNumberRequested: partNumber,
      ActualPartCount: sizes.length,
    });
  }
  const start = sizes.slice(0, partNumber - 1).reduce((sum, each) => sum + each, 0);
  return { start, end: start + size - 1 };
}
