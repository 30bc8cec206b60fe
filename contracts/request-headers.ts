import * as z from 'zod';
import { carriesCredentials } from './url-credentials.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** No CR, LF or NUL, which end a header, and nothing that HTTP cannot carry. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** These could send a request to another host, or make it look like two to whoever passes it on. */
const FRAMING_HEADERS = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What is wrong with a header, if anything is. Its value may be a credential and is not in the message. */
export function problemOfHeader(name: string, value = ''): string | undefined {
  if (FRAMING_HEADERS.includes(name.trim().toLowerCase())) {
    return `${name} frames the request and is set by Rollcall itself; leave it out. Not allowed: ${FRAMING_HEADERS.join(', ')}`;
  }
  if (!NAME.test(name)) return `${JSON.stringify(name)} must be a valid HTTP header name: letters, digits and dashes`;
  if (VALUE.test(value)) return undefined;
  return `The value of ${name} must be one line of Latin-1 text: it holds a line break, NUL or another character that HTTP headers cannot carry`;
}

/** A configuration stands in records, in histories and in exports: no key belongs in it. */
function problemOfKey(name: string, value: string): string | undefined {
  if (!carriesCredentials(name, value) && !/^Bearer \S/i.test(value)) return undefined;
  const isBearer = name.toLowerCase() === 'authorization';
  const auth = isBearer ? '{ type: bearer, env: NAME }' : `{ type: header, header: ${name}, env: NAME }`;
  return `${name} carries a key, which would be stored with every run. Leave it out of headers and set auth: ${auth}, where NAME is the variable that holds the key; or keep it in Secrets Manager and set secretArn`;
}

/** The name of a header that a configuration sets. */
export const headerNameSchema = () =>
  z.string().check(({ value, issues }) => {
    const message = problemOfHeader(value);
    if (message) issues.push({ code: 'custom', input: value, message });
  });

/** Headers that a configuration sets. */
export const headersSchema = () =>
  z.record(z.string(), z.string()).check(({ value, issues }) => {
    for (const [name, text] of Object.entries(value)) {
      const message = problemOfHeader(name, text) ?? problemOfKey(name, text);
      // The value is left out: it may be what must not be shown.
      if (message) issues.push({ code: 'custom', input: undefined, path: [name], message });
    }
  });
