import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Item, SimulatedJob } from './simulated-job.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  /** The server's own address. */
  readonly origin: string;
}

export interface ApiAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly contentType?: string;
  /** A job has begun by it: its answer may get lost. */
  readonly started?: SimulatedJob;
}

export interface Simulation {
  /** Begins a job, now. */
  start(items: readonly Item[], prefix: string, metadata?: unknown): SimulatedJob;
  readonly jobs: Map<string, SimulatedJob>;
  /** Whatever else an API keeps. */
  readonly files: Map<string, string>;
  nextId(prefix: string): string;
}

/** Answers requests to one API; undefined when the path is none of its own. */
export type Api = (request: ApiRequest, simulation: Simulation) => ApiAnswer | undefined;

export const NOT_FOUND: ApiAnswer = {
  status: 404,
  json: { error: { type: 'not_found_error', message: 'no such job' } },
};

export const ndjson = (values: readonly unknown[]): ApiAnswer => ({
  text: values.map((value) => `${JSON.stringify(value)}\n`).join(''),
  contentType: 'application/x-jsonl',
});

export function send(response: ServerResponse, { status = 200, json, text, contentType }: ApiAnswer): void {
  response.writeHead(status, { 'Content-Type': contentType ?? 'application/json' });
  response.end(text ?? JSON.stringify(json ?? null));
}

/** What a model answers: something of the question, so that answers can be told apart. */
export const answerTo = (question: string): string => `done ${question}`;
