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

/** Streams a file of results to the store, an entry a line: it may have several 100 MB. */
export async function fetchEntries(
  { file, number }: { readonly file: ResultFile; readonly number: number },
  state: JobState,
  {
    requests,
    store,
    status,
    deadlineMs,
  }: {
    readonly requests: JobRequests;
    readonly store: JobStore;
    readonly status: unknown;
    readonly deadlineMs: number;
  },
): Promise<void> {
  const url = requests.url(file.url, { ...requests.values(state), status });
  // A job without failures may have no file of them.
  if (url === undefined) return;
  const writer = store.entriesWriter(state.key, number);
  const take = async (response: IncomingMessage, redact: Redact) => {
    let lines = '';
    const reader = entryReader(file, String(response.headers['content-type'] ?? ''), (json) => {
      lines += `${redactJson(json, redact)}\n`;
    });
    const write = async () => {
      const text = lines;
      lines = '';
      await writer.write(Buffer.from(text));
    };
    for await (const bytes of bodyOf(response)) {
      readable(() => reader.push(bytes));
      await write();
    }
    readable(() => reader.end());
    await write();
    await writer.finish();
  };
  const exchanged = await requests.send({ url, httpMethod: 'GET', deadlineMs, take });
  if (!('error' in exchanged) && isOk(exchanged.response)) return;
  await writer.abandon();
  throw 'error' in exchanged ? exchanged.error : refusalOf(exchanged.response).error;
}

/** A file that is not what it should be stays so, however often it is asked for. */
function readable(read: () => void): void {
  try {
    read();
  } catch (error) {
    throw new RollcallError('AnswerUnreadable', `The results cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
