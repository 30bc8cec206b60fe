import type { EvaluationConfig } from '../../../contracts/evaluation-config.ts';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { sentRequest } from '../../../core/sent-request.ts';
import { quoted } from '../../parts/as-curl.ts';

/** The call of a row as a command to paste; the secret is a variable of the shell. Only endpoints are called by HTTP. */
export function curlOf(
  config: EvaluationConfig,
  row: Pick<ResultRow, 'calls' | 'request' | 'input'>,
): string | undefined {
  const sent = sentRequest(config, row);
  if (!sent || config.executionMode !== 'endpoint') return undefined;
  const { endpoint } = config;
  const { method, headers, auth } = endpoint;
  const url = new URL(endpoint.url);
  if (auth?.type === 'query') url.searchParams.set(auth.parameter, '$SECRET');
  const shown = {
    ...(sent.body !== null && { 'content-type': 'application/json' }),
    ...headers,
    ...(auth?.type === 'bearer' && { authorization: 'Bearer $SECRET' }),
    ...(auth?.type === 'header' && { [auth.header]: '$SECRET' }),
  };
  return [
    `curl -X ${method} ${withSecret(url.href)}`,
    ...Object.entries(shown).map(([name, value]) => `-H ${withSecret(`${name}: ${value}`)}`),
    ...(auth?.type === 'basic' ? ['-u "$SECRET"'] : []),
    ...(sent.body === null ? [] : [`--data-raw ${quoted(sent.body)}`]),
  ].join(' \\\n  ');
}

/** Quoted so that the shell puts the secret in, and nothing else. */
const withSecret = (text: string): string =>
  text
    .replaceAll('%24SECRET', '$SECRET')
    .split('$SECRET')
    .map((part) => (part === '' ? '' : quoted(part)))
    .join('"$SECRET"');
