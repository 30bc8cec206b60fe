import { MOST_ITEMS } from '../map-limits.ts';
import { readJsonArray, readJsonAt } from './json-array.ts';
import { CSV_DELIMITERS, readCsv, readerFailed, readJsonl } from './lines.ts';
import { listObjects, objectItem } from './list-objects.ts';
import { readAthenaManifest } from './manifest.ts';
import { readParquet } from './parquet.ts';
import { type ReaderConfig, readsOneObject } from './reader-config.ts';
import { readObject, type S3Location, type Source } from './s3-object.ts';

export interface ItemReaderRun {
  readonly resource: string;
  /** Evaluated. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Evaluated. */
  readonly config: ReaderConfig;
}

/** The items of a dataset in S3, one at a time. */
export async function* readItems(source: Source, reader: ItemReaderRun): AsyncGenerator<unknown> {
  const { MaxItems = 0 } = reader.config;
  if (MaxItems < 0) throw readerFailed('field MaxItems must be positive');
  const most = MaxItems === 0 ? MOST_ITEMS : Math.min(MaxItems, MOST_ITEMS);
  let count = 0;
  for await (const item of allItems(source, reader)) {
    yield item;
    count += 1;
    if (count === most) return;
  }
}

async function* allItems(
  source: Source,
  { resource, arguments: args, config }: ItemReaderRun,
): AsyncGenerator<unknown> {
  if (typeof args.Bucket !== 'string')
    throw readerFailed(`ItemReader.Arguments.Bucket is ${JSON.stringify(args.Bucket)}; it must be a bucket's name.`);
  if (readsOneObject(resource)) {
    if (typeof args.Key !== 'string')
      throw readerFailed(`ItemReader.Arguments.Key is ${JSON.stringify(args.Key)}; it must be an object's key.`);
    const location = args as unknown as S3Location;
    if (config.ManifestType !== 'ATHENA_DATA') {
      yield* readFile(source, location, config);
      return;
    }
    for await (const file of readAthenaManifest(readObject(source, location))) yield* readFile(source, file, config);
    return;
  }
  for await (const object of listObjects(source, args)) {
    if (config.Transformation !== 'LOAD_AND_FLATTEN') yield objectItem(object);
    else if (object.Size !== 0) yield* readFile(source, { Bucket: args.Bucket, Key: object.Key }, config);
  }
}

function readFile(source: Source, location: S3Location, config: ReaderConfig): AsyncGenerator<unknown> {
  const bytes = readObject(source, location);
  switch (config.InputType) {
    case 'JSONL':
      return readJsonl(bytes);
    case 'PARQUET':
      return readParquet(bytes);
    case 'CSV':
      return readCsv(bytes, {
        delimiter: CSV_DELIMITERS[config.CSVDelimiter ?? 'COMMA'] ?? ',',
        ...(config.CSVHeaderLocation === 'GIVEN' ? { headers: config.CSVHeaders ?? [] } : {}),
      });
    default:
      return config.ItemsPointer ? readJsonAt(bytes, config.ItemsPointer) : readJsonArray(bytes);
  }
}
