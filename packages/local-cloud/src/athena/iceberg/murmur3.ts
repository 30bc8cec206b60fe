import { twosComplement } from './stored-value.ts';

/** The 32 bits of MurmurHash3 (x86, seed 0) that Iceberg's buckets are counted from. */
export function murmur3(bytes: Buffer): number {
  const whole = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash = rotated(hash ^ scrambled(bytes.readInt32LE(at)), 13);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at -= 1) rest = (rest << 8) | (bytes[at] ?? 0);
  hash ^= scrambled(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const scrambled = (block: number): number => Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** The bucket's number before it is divided by how many there are, of a value in text. */
export function bucketHash(kind: string, text: string): number {
  return murmur3(bytesOf(kind, text)) & 0x7fffffff;
}

function bytesOf(kind: string, text: string): Buffer {
  if (kind === 'text') return Buffer.from(text);
  if (kind === 'bytes') return Buffer.from(text, 'hex');
  if (kind === 'decimal') return twosComplement(BigInt(text));
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(text));
  return bytes;
}
