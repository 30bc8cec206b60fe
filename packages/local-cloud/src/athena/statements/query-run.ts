import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import type { ColumnInfo } from '../engine/result-columns.ts';
import { parseLocation } from '../tables/location.ts';
import type { Parameters, Tables } from '../tables/resolve.ts';
import type { NameContext } from '../tables/table-name.ts';

/** One query at work: who asks, in which database, and where results go. */
export interface QueryRun {
  readonly id: string;
  readonly names: NameContext;
  readonly parameters: Parameters;
  readonly tables: Tables;
  readonly results: ResultFiles;
  /** A folder for this query's files. There is nothing in it yet but, after a SELECT, an empty `RESULT_FILE`. */
  readonly scratch: string;
  /** The workgroup's cut-off for the bytes a query may scan. */
  checkScan(bytes: number): void;
}

/** The rows of a SELECT, before they are an object. */
export const RESULT_FILE = 'result.csv';

export interface Outcome {
  readonly columns: readonly ColumnInfo[];
  readonly bytes: number;
  /** Rows a statement wrote. */
  readonly updateCount?: number;
  readonly manifest?: string;
}

export const DONE: Outcome = { columns: [], bytes: 0 };

/** Puts a query's result files at its output location, as the caller. */
export class ResultFiles {
  readonly #context: CloudContext;
  readonly #caller: Caller;
  readonly #location: string;
  readonly #id: string;

  constructor(context: CloudContext, caller: Caller, location: string, id: string) {
    this.#context = context;
    this.#caller = caller;
    this.#location = location;
    this.#id = id;
  }

  /** `s3://bucket/prefix/ID.csv` */
  uri(suffix: string): string {
    return resultUri(this.#location, this.#id, suffix);
  }

  /** A header, then a file as it is. */
  async putCsv(header: string, path: string): Promise<void> {
    await this.#put('.csv', 'application/octet-stream', Readable.from(concatenated(header, path)));
  }

  async putText(suffix: string, text: string): Promise<void> {
    await this.#put(suffix, suffix.endsWith('.csv') ? 'text/csv' : 'text/plain', text);
  }

  /** The list of the files a statement wrote, and where it is. */
  async putManifest(uris: readonly string[]): Promise<string> {
    await this.putText('-manifest.csv', uris.map((uri) => `${uri}\n`).join(''));
    return this.uri('-manifest.csv');
  }

  async putMetadata(resultUri: string, metadata: Buffer): Promise<void> {
    await this.#putAt(`${resultUri}.metadata`, 'application/octet-stream', metadata);
  }

  #put(suffix: string, ContentType: string, Body: Readable | string): Promise<void> {
    return this.#putAt(this.uri(suffix), ContentType, Body);
  }

  async #putAt(uri: string, ContentType: string, Body: Readable | string | Buffer): Promise<void> {
    const { bucket, key } = resultKey(uri);
    await this.#context.call('s3', 'PutObject', { Bucket: bucket, Key: key, Body, ContentType }, this.#caller);
  }
}

export const resultUri = (location: string, id: string, suffix: string): string =>
  `${location.endsWith('/') ? location : `${location}/`}${id}${suffix}`;

export function resultKey(uri: string): { bucket: string; key: string } {
  const { bucket, prefix } = parseLocation(uri);
  return { bucket, key: prefix.slice(0, -1) };
}

async function* concatenated(header: string, path: string): AsyncGenerator<Buffer> {
  yield Buffer.from(header);
  yield* createReadStream(path, { highWaterMark: 1024 * 1024 });
}
