import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { anthropic } from './anthropic.ts';
import { send } from './api.ts';
import { openai } from './openai.ts';
import { salesforce } from './salesforce.ts';
import { type Item, type JobFaults, SimulatedJob } from './simulated-job.ts';

export interface BatchApisOptions {
  readonly port?: number;
  /** From a job's submission to its end. */
  readonly takesMs?: number;
  readonly faults?: JobFaults;
  /** Answers to the first so many submissions get lost. */
  readonly loseAnswers?: number;
  /** Told of a submission: before its job begins, and after it, when the answer is not sent yet. It may be dropped. */
  readonly onSubmission?: (moment: 'before' | 'after') => Promise<'drop' | undefined>;
}

export interface BatchApis {
  readonly url: string;
  readonly jobs: ReadonlyMap<string, SimulatedJob>;
  /** Requests by method and path. */
  readonly requests: string[];
  close(): Promise<void>;
}

const APIS = [anthropic, openai, salesforce];

/** The batch APIs of Anthropic, OpenAI and Salesforce as their documentation describes them, with jobs that take moments. */
export async function startBatchApis(options: BatchApisOptions = {}): Promise<BatchApis> {
  const { takesMs = 1_000, faults = {}, loseAnswers = 0, port = 0, onSubmission } = options;
  const jobs = new Map<string, SimulatedJob>();
  const files = new Map<string, string>();
  const requests: string[] = [];
  let ids = 0;
  const nextId = (prefix: string) => `${prefix}${String(++ids).padStart(12, '0')}`;
  const simulation = {
    jobs,
    files,
    nextId,
    start: (items: readonly Item[], prefix: string, metadata?: unknown) => {
      const id = files.has(prefix) ? prefix : nextId(prefix);
      const job = new SimulatedJob({ id, items, takesMs, faults, metadata });
      jobs.set(id, job);
      return job;
    },
  };
  const isSubmission = (method: string, path: string) =>
    (method === 'POST' && /\/batches$/.test(path)) || (method === 'PATCH' && path.includes('/jobs/ingest/'));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    requests.push(`${method} ${path}`);
    const body = await text(request);
    if (isSubmission(method, path) && (await onSubmission?.('before')) === 'drop') return void response.destroy();
    for (const api of APIS) {
      const answered = api({ method, path, body, headers, origin: url }, simulation);
      if (!answered) continue;
      const isDropped = answered.started && (await onSubmission?.('after')) === 'drop';
      if (isDropped || (answered.started && jobs.size <= loseAnswers)) return void response.destroy();
      return send(response, answered);
    }
    return send(response, { status: 404, json: { error: `${method} ${path} is not there` } });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    jobs,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
