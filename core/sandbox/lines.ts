import type { Readable } from 'node:stream';

const NEW_LINE = 0x0a;

/** Hands on what stands between line feeds. Calls `tooLong` once a line has more than `mostBytes`. */
export function onLines(
  stream: Readable,
  take: (line: string) => void,
  mostBytes = Number.POSITIVE_INFINITY,
  tooLong: () => void = () => {},
): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
      take(Buffer.concat([...parts, chunk.subarray(from, at)]).toString());
      parts = [];
      bytes = 0;
      from = at + 1;
    }
    if (from === chunk.length) return;
    parts.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > mostBytes) tooLong();
  });
}
