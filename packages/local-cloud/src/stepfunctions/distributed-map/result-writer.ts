import { Readable } from 'node:stream';
import { StatesError } from '../engine/states-error.ts';
import { transformed } from './child-results.ts';
import type { MapRun } from './map-run.ts';
import type { WriterSettings } from './map-settings.ts';
import type { MapVisit } from './map-visit.ts';

interface ResultFile {
  readonly Key: string;
  readonly Size: number;
}

/**
 * Exports the results of a Map Run: one file for the children that succeeded, one for those that did not, one for the
 * inputs of those that never ran, and a manifest that names them. Each file is streamed, a child at a time.
 */
export async function writeResults(
  visit: MapVisit,
  mapRun: MapRun,
  writer: WriterSettings,
  pending: AsyncIterable<{ input: unknown }>,
): Promise<unknown> {
  const { mapRunArn, executionCounts } = mapRun.record;
  const { Bucket = '', Prefix = '' } = writer.destination ?? {};
  const id = mapRunArn.slice(mapRunArn.lastIndexOf(':') + 1);
  const folder = Prefix === '' ? id : `${Prefix.replace(/\/$/, '')}/${id}`;
  const put = (Key: string, Body: unknown) =>
    visit.context.call('s3', 'PutObject', { Bucket, Key, Body, ContentType: 'application/json' }, visit.caller);

  const write = async (group: string, count: number, texts: AsyncIterable<string>): Promise<ResultFile[]> => {
    if (count === 0) return [];
    const Key = `${folder}/${group}_0.${writer.outputType.toLowerCase()}`;
    let Size = 0;
    const counted = async function* () {
      for await (const text of fileTexts(texts, writer.outputType)) {
        const bytes = Buffer.from(text);
        Size += bytes.length;
        yield bytes;
      }
    };
    await put(Key, Readable.from(counted()));
    return [{ Key, Size }];
  };

  try {
    const { succeeded, failed, timedOut, aborted, pending: waiting } = executionCounts;
    const SUCCEEDED = await write('SUCCEEDED', succeeded, childTexts(visit, mapRun, writer, true));
    const FAILED = await write('FAILED', failed + timedOut + aborted, childTexts(visit, mapRun, writer, false));
    const PENDING = await write('PENDING', waiting, pendingTexts(pending));
    const Key = `${folder}/manifest.json`;
    const ResultFiles = { FAILED, PENDING, SUCCEEDED };
    await put(Key, JSON.stringify({ DestinationBucket: Bucket, MapRunArn: mapRunArn, ResultFiles }));
    return { MapRunArn: mapRunArn, ResultWriterDetails: { Bucket, Key } };
  } catch (error) {
    throw new StatesError('States.ResultWriterFailed', error instanceof Error ? error.message : String(error));
  }
}

async function* childTexts(
  visit: MapVisit,
  mapRun: MapRun,
  { transformation }: WriterSettings,
  succeeded: boolean,
): AsyncGenerator<string> {
  for await (const { arn, status, itemCount = 1 } of visit.children(mapRun.record.mapRunArn)) {
    if ((status === 'SUCCEEDED') !== succeeded) continue;
    yield* transformed(await visit.describeChild(arn), transformation);
    mapRun.written(itemCount);
  }
}

async function* pendingTexts(inputs: AsyncIterable<{ input: unknown }>): AsyncGenerator<string> {
  for await (const { input } of inputs) {
    yield JSON.stringify({ Input: JSON.stringify(input), InputDetails: { Included: true }, Status: 'PENDING' });
  }
}

/** A JSON array, or one line a result. */
async function* fileTexts(texts: AsyncIterable<string>, outputType: 'JSON' | 'JSONL'): AsyncGenerator<string> {
  let first = true;
  for await (const text of texts) {
    if (outputType === 'JSONL') yield `${text}\n`;
    else yield first ? `[${text}` : `,${text}`;
    first = false;
  }
  if (outputType === 'JSON') yield first ? '[]' : ']';
}
