import type { Checksum } from '../storage/records.ts';

/** Reflected, as the CRCs are: the lowest bit is the highest power of x. */
const POLYNOMIALS: Readonly<Record<string, { readonly bits: number; readonly polynomial: bigint }>> = {
  CRC32: { bits: 32, polynomial: 0xedb88320n },
  CRC32C: { bits: 32, polynomial: 0x82f63b78n },
  CRC64NVME: { bits: 64, polynomial: 0x9a6c9329ac4bc9b5n },
};

/**
 * The CRC of bytes one behind the other, from the CRC and the size of each piece; undefined for an algorithm that is
 * no CRC. To have `n` more bytes behind it a CRC is multiplied by x^(8n), modulo the polynomial.
 */
export function combineCrcs(
  algorithm: Checksum['algorithm'],
  pieces: readonly { readonly value: string; readonly size: number }[],
): string | undefined {
  const field = POLYNOMIALS[algorithm];
  if (!field) return undefined;
  const { bits, polynomial } = field;
  const one = 1n << BigInt(bits - 1);
  const shifts = new Map<number, bigint>();
  let crc = 0n;
  for (const { value, size } of pieces) {
    let shift = shifts.get(size);
    if (shift === undefined) {
      shift = power(size);
      shifts.set(size, shift);
    }
    crc = multiply(crc, shift) ^ BigInt(`0x${Buffer.from(value, 'base64').toString('hex')}`);
  }
  return Buffer.from(crc.toString(16).padStart(bits / 4, '0'), 'hex').toString('base64');

  /** x^(8 × bytes), by squaring. */
  function power(bytes: number): bigint {
    let result = one;
    let square = one >> 8n;
    for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
      if (rest % 2 === 1) result = multiply(result, square);
      square = multiply(square, square);
    }
    return result;
  }

  function multiply(a: bigint, b: bigint): bigint {
    let product = 0n;
    let term = b;
    for (let bit = one; bit > 0n; bit >>= 1n) {
      if (a & bit) product ^= term;
      term = term & 1n ? (term >> 1n) ^ polynomial : term >> 1n;
    }
    return product;
  }
}
