import { isTooLarge } from '../engine/data.ts';
import { dataLimitExceeded, StatesError } from '../engine/states-error.ts';
import { PAYLOAD_BYTES } from './map-limits.ts';

export interface BatchLimits {
  readonly maxItems?: number;
  readonly maxBytes?: number;
}

/** A child to be: its input as JSON text, and how many items are in it. */
export interface PlannedChild {
  readonly json: string;
  readonly items: number;
}

/** Without an ItemBatcher each item is one child's input. */
export async function* unbatched(items: AsyncIterable<unknown>, stateName: string): AsyncGenerator<PlannedChild> {
  for await (const item of items) {
    const json = JSON.stringify(item ?? null);
    if (isTooLarge(json)) throw dataLimitExceeded(stateName);
    yield { json, items: 1 };
  }
}

/**
 * Groups items, in order, into `{ BatchInput, Items }`: a batch ends before it has more items, or its input more
 * bytes, than allowed; and no child input has more than 256 KiB.
 */
export async function* batched(
  items: AsyncIterable<unknown>,
  limits: BatchLimits,
  batchInput: unknown,
): AsyncGenerator<PlannedChild> {
  const mostItems = limits.maxItems ?? Number.POSITIVE_INFINITY;
  const mostBytes = Math.min(limits.maxBytes ?? PAYLOAD_BYTES, PAYLOAD_BYTES);
  const head = batchInput === undefined ? '{"Items":[' : `{"BatchInput":${JSON.stringify(batchInput)},"Items":[`;
  const around = Buffer.byteLength(head) + ']}'.length;

  let batch: string[] = [];
  let bytes = around;
  const take = (): PlannedChild => {
    const child = { json: `${head}${batch.join(',')}]}`, items: batch.length };
    batch = [];
    bytes = around;
    return child;
  };

  for await (const item of items) {
    const json = JSON.stringify(item ?? null);
    const size = Buffer.byteLength(json);
    if (around + size > mostBytes) {
      throw new StatesError(
        'States.DataLimitExceeded',
        `An item makes a batch of ${around + size} bytes, more than the ${mostBytes} that ItemBatcher allows.`,
      );
    }
    const comma = batch.length > 0 ? 1 : 0;
    if (batch.length > 0 && bytes + comma + size > mostBytes) yield take();
    bytes += (batch.length > 0 ? 1 : 0) + size;
    batch.push(json);
    if (batch.length >= mostItems) yield take();
  }
  if (batch.length > 0) yield take();
}
