import { RollcallError } from '../../contracts/errors.ts';
import { isFunction } from './guard.ts';

export const NO_VALUE = 'it has no value for this row';

/** JSON text of an expression's value, given up as soon as it is longer than `maxBytes`. */
export function toJson(value: unknown, maxBytes: number): string {
  let length = 0;
  const text = JSON.stringify(value, (key, part) => {
    if (isFunction(part)) {
      throw new RollcallError('MappingFailed', `its value holds a function${key ? ` at ${key}` : ''}`);
    }
    // One character is one byte at least, so the true size is never smaller than this.
    length += key.length + (typeof part === 'string' ? part.length : 1);
    if (length > maxBytes) throw tooLarge(maxBytes);
    return part;
  });
  if (text === undefined) throw new RollcallError('MappingFailed', NO_VALUE);
  // One character is three bytes at most.
  if (text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes) throw tooLarge(maxBytes);
  return text;
}

const tooLarge = (maxBytes: number) =>
  new RollcallError('MappingFailed', `its value is larger than ${maxBytes} bytes, the most there may be`);
