import type { ChecksumAlgorithm } from './checksums/checksum.ts';
import { invalidRequest, noSuchUpload } from './errors.ts';
import { integer } from './input.ts';
import { type Bucket, type Upload, wholeSeconds } from './storage/bucket.ts';
import type { Content, PartRecord } from './storage/records.ts';

export const MOST_PARTS = 10_000;

export const partNumberOf = ({ PartNumber }: { readonly PartNumber?: unknown }): number =>
  integer(PartNumber ?? 'missing', 'partNumber', 1, 1, MOST_PARTS);

/** Makes or replaces one part of an upload: `produce` fills its file. */
export async function writePart(
  bucket: Bucket,
  upload: Upload,
  number: number,
  produce: (path: string) => Promise<Content>,
): Promise<PartRecord> {
  return bucket.withFile('', produce, (file, content) => {
    if (bucket.uploads.get(upload.id) !== upload || upload.completing) throw noSuchUpload(upload.id);
    const part: PartRecord = { number, modified: wholeSeconds(), file, ...content };
    bucket.addPart(upload.id, part);
    return part;
  });
}

/** All parts of an upload have the checksum it was created with. */
export function checkPartAlgorithm({ checksumAlgorithm }: Upload, actual: ChecksumAlgorithm): void {
  if (checksumAlgorithm === undefined || checksumAlgorithm === actual) return;
  throw invalidRequest(
    `Checksum Type mismatch occurred, expected checksum Type: ${checksumAlgorithm.toLowerCase()}, actual checksum Type: ${actual.toLowerCase()}`,
  );
}
