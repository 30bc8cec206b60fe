import type { ListMultipartUploadsOutput, ListMultipartUploadsRequest, MultipartUpload } from '@aws-sdk/client-s3';
import { notImplemented } from '../errors.ts';
import { keyEncoder } from '../listed-object.ts';
import type { S3Operation } from '../operation.ts';
import { OWNER } from '../owner.ts';
import { onBucket } from '../permissions.ts';
import { bucketOf, integer, text } from '../request.ts';
import type { Upload } from '../storage/bucket.ts';
import type { Buckets } from '../storage/buckets.ts';
import { compareKeys } from '../storage/compare-keys.ts';

const MOST_UPLOADS = 1000;

/** Uploads under way, by key, those of one key by id. */
export function listMultipartUploads(
  buckets: Buckets,
): S3Operation<ListMultipartUploadsRequest, ListMultipartUploadsOutput> {
  return {
    permissions: (input) => [onBucket('ListBucketMultipartUploads', input)],
    async run(input) {
      const bucket = bucketOf(buckets, input);
      if (input.Delimiter) throw notImplemented('ListMultipartUploads with a delimiter');
      const prefix = text(input.Prefix, 'prefix') ?? '';
      const most = Math.min(integer(input.MaxUploads, 'max-uploads', MOST_UPLOADS, 1), MOST_UPLOADS);
      const keyMarker = text(input.KeyMarker, 'key-marker') ?? '';
      const idMarker = text(input.UploadIdMarker, 'upload-id-marker') ?? '';
      const isBehind = ({ key, id }: Upload) =>
        compareKeys(key, keyMarker) > 0 || (key === keyMarker && idMarker !== '' && id > idMarker);
      const rest = [...bucket.uploads.values()]
        .filter((upload) => upload.key.startsWith(prefix) && isBehind(upload))
        .sort((a, b) => compareKeys(a.key, b.key) || (a.id < b.id ? -1 : 1));
      const page = rest.slice(0, most);
      const last = rest.length > most ? page.at(-1) : undefined;
      const encode = keyEncoder(input.EncodingType);
      return {
        Bucket: bucket.name,
        KeyMarker: encode(keyMarker),
        UploadIdMarker: idMarker,
        ...(last && { NextKeyMarker: encode(last.key), NextUploadIdMarker: last.id }),
        Prefix: encode(prefix),
        ...(input.EncodingType !== undefined && { EncodingType: input.EncodingType }),
        MaxUploads: most,
        IsTruncated: last !== undefined,
        Uploads: page.map((upload) => listedUpload(upload, encode)),
      };
    },
    wire: { root: 'ListMultipartUploadsResult', toXml: ({ Uploads, ...others }) => ({ ...others, Upload: Uploads }) },
  };
}

function listedUpload(upload: Upload, encode: (key: string) => string): MultipartUpload {
  return {
    Key: encode(upload.key),
    UploadId: upload.id,
    Initiated: new Date(upload.initiated),
    Initiator: OWNER,
    Owner: OWNER,
    StorageClass: (upload.headers.StorageClass ?? 'STANDARD') as MultipartUpload['StorageClass'],
    ...(upload.checksumAlgorithm && { ChecksumAlgorithm: upload.checksumAlgorithm, ChecksumType: upload.checksumType }),
  };
}
