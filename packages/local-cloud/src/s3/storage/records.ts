import type { ChecksumAlgorithm } from '../checksums/checksum.ts';

/** What a client chooses about an object, besides its bytes. */
export interface ObjectAttributes {
  /** By the SDK's name: `ContentType`, `CacheControl`, `StorageClass`, `ServerSideEncryption` … */
  readonly headers: Readonly<Record<string, string>>;
  /** `x-amz-meta-*`, without the prefix. */
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; a composite one ends with `-` and the number of parts. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** What is known of some bytes once they are in a file. */
export interface Content {
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly checksum?: Checksum;
}

export interface ObjectRecord extends ObjectAttributes, Content {
  readonly key: string;
  /** Milliseconds, but whole seconds: S3 keeps no finer time. */
  readonly modified: number;
  /** The object's file, relative to the bucket's `objects` folder. */
  readonly file: string;
  /** The sizes of its parts, for an object made by a multipart upload. */
  readonly parts?: readonly number[];
  /** The multipart upload that made it: this record and the upload's end are one entry of the journal. */
  readonly uploadId?: string;
}

export interface PartRecord extends Content {
  readonly number: number;
  readonly modified: number;
  readonly file: string;
  /** Where it begins in a file it shares with other parts. */
  readonly position?: number;
}

export interface UploadRecord extends ObjectAttributes {
  readonly id: string;
  readonly key: string;
  readonly initiated: number;
  readonly checksumAlgorithm?: ChecksumAlgorithm;
  readonly checksumType?: Checksum['type'];
}

export interface BucketSettings {
  readonly created: number;
  /** Empty for us-east-1, as GetBucketLocation has it. */
  readonly location: string;
  readonly versioning?: 'Enabled' | 'Suspended';
  /** Whose web pages may call; the first rule that fits counts. */
  readonly cors?: readonly CorsRule[];
}

export interface CorsRule {
  readonly AllowedOrigins: readonly string[];
  readonly AllowedMethods: readonly string[];
  readonly AllowedHeaders?: readonly string[];
  readonly ExposeHeaders?: readonly string[];
  readonly MaxAgeSeconds?: number;
}

/** One line of a bucket's journal. */
export type JournalEntry =
  | { readonly bucket: BucketSettings }
  | { readonly put: ObjectRecord }
  | { readonly delete: string }
  | { readonly upload: UploadRecord }
  | { readonly part: PartRecord; readonly uploadId: string }
  | { readonly uploadEnded: string };
