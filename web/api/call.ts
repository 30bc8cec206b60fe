import { currentKey } from '../session.ts';
import { noteReachable } from './reachable.ts';

/** What the API answered when it did not do as asked. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export interface CallOptions {
  readonly method?: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the one the person is signed in with. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

type Envelope =
  | { success: true; data: unknown }
  | { success: false; error: { code: string; message: string; details?: unknown } };

/** One request to the API, whose answers have the shapes of `contracts/api`. */
export async function call<T>(path: string, { method = 'GET', body, headers, key, signal }: CallOptions = {}) {
  const response = await fetch(`/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key ?? currentKey() ?? ''}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    noteReachable(false);
    throw new ApiError(
      0,
      'Unreachable',
      'Cannot reach Rollcall. Check that it is still running and that you are online.',
    );
  });
  noteReachable(true);
  const answer = (await response.json().catch(() => undefined)) as Envelope | undefined;
  if (answer?.success) return answer.data as T;
  const { code, message, details } = answer?.error ?? {
    code: `Http${response.status}`,
    message: `Rollcall answered with status ${response.status}. Try again in a moment.`,
  };
  throw new ApiError(response.status, code, message, details);
}

/** A query string of what is given; empty when nothing is. */
export function query(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
