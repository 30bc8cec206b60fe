import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { crc32c } from './crc32c.ts';
import { Crc64Nvme } from './crc64-nvme.ts';

export const CHECKSUM_ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256', 'SHA512', 'MD5'] as const;

export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

interface RunningChecksum {
  update(bytes: Buffer): void;
  digest(): Buffer;
}

const RUNNING: Readonly<Record<ChecksumAlgorithm, () => RunningChecksum>> = {
  CRC32: () => runningCrc32(crc32),
  CRC32C: () => runningCrc32(crc32c),
  CRC64NVME: () => new Crc64Nvme(),
  SHA1: () => createHash('sha1'),
  SHA256: () => createHash('sha256'),
  SHA512: () => createHash('sha512'),
  MD5: () => createHash('md5'),
};

export function createChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  return RUNNING[algorithm]();
}

function runningCrc32(compute: (bytes: Buffer, value?: number) => number): RunningChecksum {
  let value = 0;
  return {
    update(bytes) {
      value = compute(bytes, value);
    },
    digest() {
      const digest = Buffer.allocUnsafe(4);
      digest.writeUInt32BE(value);
      return digest;
    },
  };
}

/** The member that carries a checksum in the SDK's inputs and outputs: `ChecksumCRC32`. */
export const memberOf = (algorithm: ChecksumAlgorithm): `Checksum${ChecksumAlgorithm}` => `Checksum${algorithm}`;

/** `x-amz-checksum-crc32` */
export const headerOf = (algorithm: ChecksumAlgorithm): string => `x-amz-checksum-${algorithm.toLowerCase()}`;
