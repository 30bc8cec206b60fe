import type { IncomingMessage } from 'node:http';
import type { ResultFile } from '../../../contracts/bulk-job.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import type { JobState } from '../../../contracts/job-record.ts';
import { entryReader } from '../../../core/bulk-jobs/entry-reader.ts';
import { type Redact, redactJson } from '../../../core/redact.ts';
import { refusalOf } from '../exchange.ts';
import { bodyOf } from '../read-body.ts';
import { isOk, type JobRequests } from './job-requests.ts';
import type { JobStore } from './job-store.ts';
import type { ResultBounds } from './result-bounds.ts';

interface Fetching {
  readonly requests: JobRequests;
  readonly store: JobStore;
  readonly status: unknown;
  readonly deadlineMs: number;
  readonly bounds: ResultBounds;
  /** Asked after each chunk whether what has come is enough. */
  readonly isStopped: () => Promise<boolean>;
}

/**
 * Streams a file of results to the store, an entry a line: it may have several 100 MB. What came before it was stopped, or
 * found too large, is kept.
 */
export async function fetchEntries(
  { file, number }: { readonly file: ResultFile; readonly number: number },
  state: JobState,
  { requests, store, status, deadlineMs, bounds, isStopped }: Fetching,
): Promise<RollcallError | undefined> {
  const url = requests.url(file.url, { ...requests.values(state), status });
  // A job without failures may have no file of them.
  if (url === undefined) return undefined;
  const writer = store.entriesWriter(state.key, number);
  let tooLarge: RollcallError | undefined;
  const take = async (response: IncomingMessage, redact: Redact) => {
    let lines = '';
    bounds.next();
    const reader = entryReader(file, String(response.headers['content-type'] ?? ''), (json) => {
      const shown = redactJson(json, redact);
      bounds.entry(shown);
      lines += `${shown}\n`;
    });
    const write = async () => {
      const text = lines;
      lines = '';
      await writer.write(Buffer.from(text));
    };
    try {
      let isEnough = false;
      for await (const bytes of bodyOf(response)) {
        bounds.read(bytes.length, file.itemsPath !== undefined);
        readable(() => reader.push(bytes));
        await write();
        isEnough = await isStopped();
        if (isEnough) break;
      }
      if (!isEnough) readable(() => reader.end());
    } catch (error) {
      if ((error as Error).name !== 'AnswerTooLarge') throw error;
      tooLarge = error as RollcallError;
    }
    await write();
    await writer.finish();
  };
  const exchanged = await requests.send({ url, httpMethod: 'GET', deadlineMs, take });
  if (!('error' in exchanged) && isOk(exchanged.response)) return tooLarge;
  await writer.abandon();
  throw 'error' in exchanged ? exchanged.error : refusalOf(exchanged.response).error;
}

/** A file that is not what it should be stays so, however often it is asked for. */
function readable(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof RollcallError) throw error;
    throw new RollcallError('AnswerUnreadable', `The results cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
