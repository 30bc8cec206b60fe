import { AwsError } from '../aws-error.ts';
import { parseJsonPattern } from './json-pattern.ts';

export type Matcher = (message: string) => boolean;

/**
 * A CloudWatch Logs filter pattern: nothing (matches all); terms, of which all must occur (`ERROR timeout`), none of
 * `-this`, and one at least of `?this ?that`; quoted phrases; or a JSON pattern, `{ $.level = "ERROR" }`.
 */
export function parseFilterPattern(pattern: string): Matcher {
  const text = pattern.trim();
  if (text === '') return () => true;
  if (text.startsWith('{')) return parseJsonPattern(text);
  if (text.startsWith('[')) throw invalidPattern(pattern, 'space-delimited patterns are not supported');
  const terms = parseTerms(text);
  const required = terms.filter(({ sign }) => sign === '').map(({ term }) => term);
  const excluded = terms.filter(({ sign }) => sign === '-').map(({ term }) => term);
  const optional = terms.filter(({ sign }) => sign === '?').map(({ term }) => term);
  return (message) =>
    required.every((term) => message.includes(term)) &&
    !excluded.some((term) => message.includes(term)) &&
    // "If you use optional and required terms together, the optional ones are ignored."
    (optional.length === 0 || required.length > 0 || optional.some((term) => message.includes(term)));
}

export function invalidPattern(pattern: string, reason: string): AwsError {
  return new AwsError('InvalidParameterException', `Invalid filter pattern ${pattern}: ${reason}.`);
}

function parseTerms(text: string): { sign: string; term: string }[] {
  const tokens = /([?-]?)(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))\s*/y;
  const terms = [];
  while (tokens.lastIndex < text.length) {
    const match = tokens.exec(text);
    if (!match) throw invalidPattern(text, 'a quotation mark is not closed');
    const [, sign = '', quoted, bare] = match;
    if (bare !== undefined && !/^[\w]+$/.test(bare)) {
      throw invalidPattern(text, `put quotation marks around ${bare}, which is not only letters, digits and _`);
    }
    terms.push({ sign, term: bare ?? (quoted ?? '').replace(/\\(.)/g, '$1') });
  }
  return terms;
}
