import type { Endpoint } from '../../contracts/endpoint.ts';
import { carriesCredentials } from '../../contracts/url-credentials.ts';
import { type Redact, redactJson, redactor, type Secret } from '../../core/redact.ts';
import { type Credentials, secretsIn } from './credentials.ts';
import type { EndpointResponse } from './send-request.ts';

let last: { readonly key: string; readonly redact: Redact } | undefined;

/** Hides what the endpoint is sent to let us in, whether it comes from a secret or stands in the configuration. */
export function redactConfigured(endpoint: Endpoint, credentials?: Credentials): Redact {
  const configured = Object.entries(endpoint.headers).filter(([name, value]) => carriesCredentials(name, value));
  const secrets: Secret[] = [
    ...(credentials?.secrets ?? []),
    ...configured.flatMap(([name, value]) => secretsIn(name, value)),
  ];
  // The rows of a run have the same ones.
  const key = JSON.stringify(secrets);
  if (last?.key !== key) last = { key, redact: redactor(secrets) };
  return last.redact;
}

export function redacted(response: EndpointResponse, redact: Redact): EndpointResponse {
  const headers = Object.entries(response.headers).map(([name, value]) => [redact(name), redact(value)]);
  return { ...response, headers: Object.fromEntries(headers), body: redactJson(response.body, redact) };
}
