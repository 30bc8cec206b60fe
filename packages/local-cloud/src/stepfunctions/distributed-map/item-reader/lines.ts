import { ITEM_BYTES } from '../map-limits.ts';
import { readerFailed } from './reader-error.ts';

const NEWLINE = 0x0a;

/** A stream's lines, one at a time; a line is never held longer than it takes to find its end. */
export async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      pieces.push(chunk.subarray(start, end));
      yield text(pieces);
      pieces = [];
      held = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      pieces.push(chunk.subarray(start));
      held += chunk.length - start;
    }
    if (held > ITEM_BYTES) throw readerFailed(`A line is longer than the ${ITEM_BYTES} bytes an item may have.`);
  }
  if (pieces.length > 0) yield text(pieces);
}

function text(pieces: Uint8Array[]): string {
  const line = (pieces.length === 1 ? Buffer.from(pieces[0] ?? []) : Buffer.concat(pieces)).toString('utf8');
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
