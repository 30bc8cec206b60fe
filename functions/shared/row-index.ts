import * as z from 'zod';
import { RollcallError } from '../../contracts/errors.ts';

/** A row as UNLOAD writes it: its columns in the order of the SELECT, nothing between them. */
const BEFORE_ID = Buffer.from('{"sample_id":"');
const BEFORE_INDEX = Buffer.from('","row_index":');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ZERO = 0x30;
/** Numbers of so many digits are exact. */
const MOST_DIGITS = 15;

const rowSchema = z.object({ row_index: z.int().min(0) });

/**
 * `row_index` of the row in these bytes. It stands near the beginning of every row that UNLOAD writes, whatever the row's
 * size; a row that looks any different is parsed.
 */
export function rowIndexOf(buffer: Buffer, start: number, end: number): number {
  const found = scanned(buffer, start, end);
  return found >= 0 ? found : parsed(buffer.toString('utf8', start, end));
}

/** -1 when the row does not begin as expected, or its id holds an escape. */
function scanned(buffer: Buffer, start: number, end: number): number {
  if (!startsWith(buffer, start, end, BEFORE_ID)) return -1;
  let at = start + BEFORE_ID.length;
  while (at < end && buffer[at] !== QUOTE) if (buffer[at++] === BACKSLASH) return -1;
  if (!startsWith(buffer, at, end, BEFORE_INDEX)) return -1;
  at += BEFORE_INDEX.length;
  const digits = at;
  let value = 0;
  for (; at < end; at++) {
    const digit = (buffer[at] as number) - ZERO;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const isNumber = at > digits && at - digits <= MOST_DIGITS && buffer[at] === COMMA && at < end;
  return isNumber ? value : -1;
}

function startsWith(buffer: Buffer, start: number, end: number, expected: Buffer): boolean {
  if (end - start < expected.length) return false;
  for (let index = 0; index < expected.length; index++) if (buffer[start + index] !== expected[index]) return false;
  return true;
}

function parsed(line: string): number {
  try {
    return rowSchema.parse(JSON.parse(line)).row_index;
  } catch {
    // The row's text stays out of messages and logs.
    throw new RollcallError(
      'QueryFailed',
      `A file that Athena's UNLOAD wrote is not what was asked for: a line of ${line.length} characters is no JSON object with a whole number as row_index.`,
    );
  }
}
