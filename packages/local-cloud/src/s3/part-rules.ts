import type { ChecksumAlgorithm } from './checksums/checksum.ts';
import { invalidRequest } from './errors.ts';
import { integer } from './request.ts';
import type { Upload } from './storage/bucket.ts';

export const MOST_PARTS = 10_000;

export const partNumberOf = ({ PartNumber }: { readonly PartNumber?: unknown }): number =>
  integer(PartNumber ?? 'missing', 'partNumber', 1, 1, MOST_PARTS);

/** All parts of an upload have the checksum it was created with. */
export function checkPartAlgorithm({ checksumAlgorithm }: Upload, actual: ChecksumAlgorithm): void {
  if (checksumAlgorithm === undefined || checksumAlgorithm === actual) return;
  throw invalidRequest(
    `Checksum Type mismatch occurred, expected checksum Type: ${checksumAlgorithm.toLowerCase()}, actual checksum Type: ${actual.toLowerCase()}`,
  );
}
