import type { IncomingMessage } from 'node:http';
import type { Answer } from './simulated-model.ts';

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  /** The only key that is let in; without it, any. */
  readonly key?: string;
}

export interface ModelAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Server-sent events, each as it is written. */
  readonly events?: readonly string[];
  /** The connection ends after the events, before the answer does. */
  readonly isCut?: boolean;
  /** Milliseconds before the first event, and between two. */
  readonly pauseMs?: number;
}

/** Answers requests to one API; undefined when the path is not one of its own. */
export type ModelApi = (request: ModelRequest) => ModelAnswer | undefined;

/** Models that are not there, and models this key may not use. */
export const isUnknown = (model: string): boolean => /unknown/.test(model);
export const isLocked = (model: string): boolean => /locked/.test(model);

export const mayEnter = (given: string | undefined, key: string | undefined): boolean =>
  given !== undefined && given !== '' && (key === undefined || given === key);

export const bearerOf = ({ authorization = '' }: IncomingMessage['headers']): string | undefined =>
  /^Bearer (.+)$/.exec(authorization)?.[1];

/** With `[cut]` the end is missing, with `[garbage]` an event is no JSON. */
export function streamed(events: readonly string[], { fault }: Answer): ModelAnswer {
  const isCut = fault === 'cut';
  const sent = isCut ? events.slice(0, 2) : events;
  const garbage = fault === 'garbage' ? ['data: {"choices": [{"del\n\n'] : [];
  return { events: [...sent.slice(0, 1), ...garbage, ...sent.slice(1)], isCut, pauseMs: fault === 'slow' ? 150 : 1 };
}

export const dataEvent = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
export const namedEvent = (value: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${value.type}\n${dataEvent(value)}`;

/** The text of a message's content, which may be a list of blocks. */
export const textOfContent = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((block: { text?: unknown }) => block.text ?? '').join('')
    : String(content ?? '');

export const questionOf = (messages: unknown): string =>
  Array.isArray(messages)
    ? messages.map(({ content }: { content?: unknown }) => textOfContent(content)).join('\n')
    : String(messages ?? '');
