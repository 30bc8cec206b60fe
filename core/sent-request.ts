import type { EvaluationConfig } from '../contracts/evaluation-config.ts';
import type { ResultRow } from '../contracts/result-row.ts';
import { carriesCredentials } from '../contracts/url-credentials.ts';
import { HIDDEN } from './redact.ts';

/** What a row's target got, as it can be shown: credentials are hidden. */
export interface SentRequest {
  /** `POST https://…`, or what was started or invoked. */
  readonly to: string;
  /** Of an endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, the agent's input or the tool's payload. Null where none was sent, or where it is not known. */
  readonly body: string | null;
}

/** Undefined when the row was not called. */
export function sentRequest(
  config: EvaluationConfig,
  row: Pick<ResultRow, 'calls' | 'request' | 'input'>,
): SentRequest | undefined {
  if (row.calls === 0) return undefined;
  if (config.executionMode === 'agent') return { to: config.agentStateMachineArn, body: row.request };
  if (config.executionMode === 'tool') return { to: config.toolLambdaArn, body: row.request };
  const { url, method, headers, auth } = config.endpoint;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // A body that is the row's input to the letter is kept once.
  const body = row.request ?? (config.endpointInputMapping || config.model ? null : row.input);
  return {
    to: `${method} ${withParameter(url, auth)}`,
    headers: shownHeaders(headers, auth),
    body: hasBody ? body : null,
  };
}

type Auth = Extract<EvaluationConfig, { executionMode: 'endpoint' }>['endpoint']['auth'];

const withParameter = (url: string, auth: Auth): string =>
  auth?.type === 'query' ? `${url}${url.includes('?') ? '&' : '?'}${auth.parameter}=${HIDDEN}` : url;

function shownHeaders(headers: Readonly<Record<string, string>>, auth: Auth): Record<string, string> {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    carriesCredentials(name, value) ? HIDDEN : value,
  ]);
  return { ...Object.fromEntries(shown), ...authHeader(auth) };
}

function authHeader(auth: Auth): Record<string, string> {
  switch (auth?.type) {
    case 'bearer':
      return { authorization: `Bearer ${HIDDEN}` };
    case 'basic':
      return { authorization: `Basic ${HIDDEN}` };
    case 'header':
      return { [auth.header]: HIDDEN };
    default:
      return {};
  }
}
