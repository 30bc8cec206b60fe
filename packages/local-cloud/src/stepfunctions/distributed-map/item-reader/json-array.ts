import { ITEM_BYTES } from '../map-limits.ts';
import { readerFailed } from './lines.ts';

const [SPACE, TAB, LF, CR] = [0x20, 0x09, 0x0a, 0x0d];
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BOM = [0xef, 0xbb, 0xbf];

const NOT_ITERABLE = 'Attempting to map over non-iterable node.';

/**
 * The elements of a JSON array, one at a time. Only brackets and strings are followed here, to find where an element
 * ends; JSON.parse then reads it, so that the array itself is never in memory.
 */
export async function* readJsonArray(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let state: 'before' | 'inside' | 'after' = 'before';
  let element: Uint8Array[] = [];
  let held = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let count = 0;
  let first = true;

  const take = (piece: Uint8Array): unknown => {
    const text = Buffer.concat([...element, piece]).toString('utf8');
    element = [];
    held = 0;
    count += 1;
    try {
      return JSON.parse(text);
    } catch {
      throw readerFailed(`Element ${count} of the JSON array is not JSON.`);
    }
  };

  for await (let chunk of bytes) {
    if (first && BOM.every((byte, index) => chunk[index] === byte)) chunk = chunk.subarray(BOM.length);
    first = false;
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (state !== 'inside') {
        if (byte === SPACE || byte === TAB || byte === LF || byte === CR) continue;
        if (state === 'after') throw readerFailed('There is more after the end of the JSON array.');
        if (byte !== OPEN_ARRAY) throw readerFailed(NOT_ITERABLE);
        state = 'inside';
        start = at + 1;
      } else if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth += 1;
      else if (depth > 0 && (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT)) depth -= 1;
      else if (depth === 0 && (byte === COMMA || byte === CLOSE_ARRAY)) {
        const piece = chunk.subarray(start, at);
        start = at + 1;
        if (byte === CLOSE_ARRAY) state = 'after';
        const empty = state === 'after' && count === 0 && blank([...element, piece]);
        if (!empty) yield take(piece);
      }
    }
    if (state === 'inside' && start < chunk.length) {
      element.push(Uint8Array.from(chunk.subarray(start)));
      held += chunk.length - start;
      if (held > ITEM_BYTES) throw readerFailed(`An element is larger than the ${ITEM_BYTES} bytes an item may have.`);
    }
  }
  if (state === 'before') throw readerFailed('The JSON dataset is empty.');
  if (state === 'inside') throw readerFailed('The JSON array does not end.');
}

/** The array a JSON pointer (`/data/rows`) leads to. The document is read whole, as the pointer may lead anywhere. */
export async function* readJsonAt(bytes: AsyncIterable<Uint8Array>, pointer: string): AsyncGenerator<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  let node: unknown;
  try {
    node = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw readerFailed('The JSON dataset is not JSON.');
  }
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    node = node && typeof node === 'object' && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
  }
  if (!Array.isArray(node)) throw readerFailed(NOT_ITERABLE);
  yield* node;
}

function blank(pieces: Uint8Array[]): boolean {
  return pieces.every((piece) => piece.every((byte) => byte === SPACE || byte === TAB || byte === LF || byte === CR));
}
