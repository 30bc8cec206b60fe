import { isFunction } from './data.mjs';

/** Thrown for a function, or anything else JSON has no form for. */
export class UnsupportedValue extends Error {
  name = 'UnsupportedValue';
}

/**
 * Copies what an expression gave into plain JSON: JSONata marks its sequences with hidden properties that must not
 * reach the next expression, and gives functions, which no state can carry.
 */
export function plainValue(value) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Boolean) return value.valueOf();
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : plainValue(item)));
  if (typeof value === 'object' && !isFunction(value)) {
    const plain = {};
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      if (name === '__proto__') Object.defineProperty(plain, name, { value: plainValue(item), enumerable: true });
      else plain[name] = plainValue(item);
    }
    return plain;
  }
  throw new UnsupportedValue(typeof value);
}
