/**
 * S3, on disk under `dataDir/s3`.
 *
 * - Over HTTP: S3's REST API, path style (`/bucket/key`) and virtual-host style (`bucket.localhost`).
 * - `context.call('s3', 'GetObject', input, caller)`: input and output as the AWS SDK has them. A `Body` that goes in
 *   may be a string, a Buffer or a Readable; the `Body` that comes out is a Readable, to be read or destroyed.
 *   Dates are Dates, ETags have their quotes.
 * - `objects`: the same objects by file, for services that read and write many of them (Athena, the item readers of
 *   Step Functions). No permission is checked there; ask `context.authorize` first.
 *
 *       for (const object of s3.objects.list('bucket', 'prefix/')) readJson(object.path);
 *       await s3.objects.putFile('bucket', 'results/1.csv', '/tmp/finished.csv', { ContentType: 'text/csv' });
 */
import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import { corsHeaders } from './cors-headers.ts';
import { type StoredObjects, storedObjects } from './objects.ts';
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  headBucket,
  listBuckets,
  putBucketCors,
  putBucketVersioning,
} from './operations/buckets.ts';
import { completeMultipartUpload } from './operations/complete-multipart-upload.ts';
import { copyObject } from './operations/copy-object.ts';
import { listObjectsV2 } from './operations/listings.ts';
import { deleteObject, deleteObjects, getObject, headObject, putObject } from './operations/objects.ts';
import {
  abortMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
} from './operations/uploads.ts';
import { s3Protocol } from './protocol/protocol.ts';
import { Buckets } from './storage/buckets.ts';

export type { StoredObject, StoredObjects } from './objects.ts';

export interface S3Service extends Service {
  readonly objects: StoredObjects;
}

export async function createS3Service(context: CloudContext): Promise<S3Service> {
  const buckets = new Buckets(join(context.dataDir, 's3'));
  const operations = {
    AbortMultipartUpload: abortMultipartUpload(buckets),
    CompleteMultipartUpload: completeMultipartUpload(buckets, context.endpoint),
    CopyObject: copyObject(buckets),
    CreateBucket: createBucket(buckets, context.region),
    CreateMultipartUpload: createMultipartUpload(buckets),
    DeleteBucket: deleteBucket(buckets),
    DeleteObject: deleteObject(buckets),
    DeleteObjects: deleteObjects(buckets, context.authorize),
    GetBucketLocation: getBucketLocation(buckets),
    GetObject: getObject(buckets),
    HeadBucket: headBucket(buckets),
    HeadObject: headObject(buckets),
    ListBuckets: listBuckets(buckets),
    ListMultipartUploads: listMultipartUploads(buckets),
    ListObjectsV2: listObjectsV2(buckets),
    ListParts: listParts(buckets),
    PutBucketCors: putBucketCors(buckets),
    PutBucketVersioning: putBucketVersioning(buckets),
    PutObject: putObject(buckets),
    UploadPart: uploadPart(buckets),
  };
  return {
    name: 's3',
    protocol: s3Protocol(operations),
    operations,
    streamsBodies: true,
    corsHeaders: (request) => corsHeaders(request, buckets),
    objects: storedObjects(buckets),
    close: () => buckets.close(),
  };
}
