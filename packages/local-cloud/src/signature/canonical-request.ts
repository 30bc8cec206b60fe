import { AwsError } from '../aws-error.ts';

/** What a signature is made over, of one HTTP request. */
export interface SignableRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Each header's values, by its name in lower case. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
}

/** "Encode every byte except the unreserved characters." */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export function canonicalRequest(
  { method, target, headers }: SignableRequest,
  service: string,
  signedHeaders: readonly string[],
  payloadHash: string,
): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const lines = signedHeaders.map((name) => `${name}:${(headers[name] ?? []).map(trimmed).join(',')}\n`).join('');
  const uri = service === 's3' ? encodedOnce(path) : encodedTwice(path);
  const query = mark < 0 ? '' : canonicalQuery(target.slice(mark + 1));
  return `${method}\n${uri}\n${query}\n${lines}\n${signedHeaders.join(';')}\n${payloadHash}`;
}

const trimmed = (value: string): string => value.trim().replace(/ {2,}/g, ' ');

/** S3 signs the path of a key as it is, `..` and `//` included. */
function encodedOnce(path: string): string {
  return /^[\w.~/-]*$/.test(path)
    ? path
    : path
        .split('/')
        .map((step) => encode(decode(step)))
        .join('/');
}

/** All other services sign the normalized path, and encode what is encoded already once more. */
function encodedTwice(path: string): string {
  if (path === '/') return path;
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(encode(step));
  }
  return `/${steps.join('/')}${steps.length > 0 && path.endsWith('/') ? '/' : ''}`;
}

function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [encode(decodeForm(name)), encode(decodeForm(value))];
    })
    .sort(([a, x], [b, y]) => (a < b || (a === b && x < y) ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** As services read a query, where a plus is a space. */
const decodeForm = (text: string): string => decode(text.replaceAll('+', ' '));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.", 400);
  }
}
