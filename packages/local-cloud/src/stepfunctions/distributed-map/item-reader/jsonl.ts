import { lines } from './lines.ts';
import { readerFailed } from './reader-error.ts';

/** JSON Lines: one item a line; lines that hold nothing are passed over. */
export async function* readJsonl(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let number = 0;
  for await (const line of lines(bytes)) {
    number += 1;
    const json = number === 1 && line.startsWith('\uFEFF') ? line.slice(1) : line;
    if (json.trim() === '') continue;
    try {
      yield JSON.parse(json);
    } catch {
      throw readerFailed(`Line ${number} of the JSONL dataset is not JSON.`);
    }
  }
}
