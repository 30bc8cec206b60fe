import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { traceObjectKey } from '../../contracts/storage-keys.ts';
import { type Trace, traceSchema } from '../../contracts/trace.ts';
import { dayListing, dayOf, type TraceKey } from '../../core/threads/trace-keys.ts';
import type { TraceDeps } from './trace-deps.ts';

/** Larger ones lie in S3: a page of a thread is read by the megabyte. */
const LARGEST_INLINE_BYTES = 32 * 1024;

const itemSchema = z.object({ body: z.string().optional(), body_key: z.string().optional() });

export interface TraceItem extends TraceKey {
  readonly trace_id: string;
  readonly thread_id?: string;
  readonly body?: string;
  readonly body_key?: string;
  readonly listing: string;
  readonly listed_at: string;
  readonly expires_at: number;
}

interface Content {
  readonly tenant: string;
  readonly trace: Trace;
  /** The trace as JSON, and the hash of it. */
  readonly body: string;
  readonly hash: string;
}

/** The item of a trace. A large one is written to S3 first, so that the item never points at nothing. */
export async function traceItem(
  { tenant, trace, body, hash }: Content,
  key: TraceKey,
  expiresAt: number,
  deps: TraceDeps,
): Promise<TraceItem> {
  const item = {
    ...key,
    trace_id: trace.trace_id,
    thread_id: trace.thread_id,
    listing: dayListing(tenant, dayOf(key.turn)),
    listed_at: key.turn,
    expires_at: expiresAt,
  };
  if (Buffer.byteLength(body) <= LARGEST_INLINE_BYTES) return { ...item, body };
  const Key = traceObjectKey(tenant, hash);
  const put = { Bucket: deps.bucket, Key, Body: body, ContentType: 'application/json' };
  await deps.s3.send(new PutObjectCommand(put));
  return { ...item, body_key: Key };
}

export async function traceOf(item: unknown, { s3, bucket }: TraceDeps): Promise<Trace> {
  const { body, body_key: Key } = itemSchema.parse(item);
  if (body !== undefined) return traceSchema.parse(JSON.parse(body));
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
  return traceSchema.parse(JSON.parse((await Body?.transformToString()) ?? ''));
}
