import type { BulkConfig } from '../../contracts/bulk-config.ts';
import { asText, parseJson } from '../json.ts';
import { endpointFailure } from '../normalize/normalize-endpoint-answer.ts';
import { readableError } from '../normalize/reported-failure.ts';
import { parsePath, valueAt } from '../scoring/json-paths.ts';

type Mapping = BulkConfig['responseMapping'];

export interface ItemResult {
  readonly output: unknown;
  /** What the entry says went wrong. */
  readonly failure?: string;
}

/** What an entry of a bulk answer says: whether its item worked, and its answer. */
export function itemResult(
  entry: unknown,
  { successField, errorField, outputField }: Mapping,
  /** The run reads answers by a mapping of its own, which says what a failure is. */
  isMapped = false,
): ItemResult {
  const at = (field: string | undefined) => (field === undefined ? undefined : valueAt(entry, parsePath(field)));
  const said = errorField === undefined ? undefined : errorIn(at(errorField));
  const success = at(successField);
  const output = outputField === undefined ? entry : at(outputField);
  if (successField !== undefined && success !== undefined) {
    return isFailure(success)
      ? { output, failure: said ?? endpointFailure(entry) ?? endpointFailure(output) ?? asText(entry) }
      : { output };
  }
  if (said !== undefined) return { output, failure: said };
  const isPlain = successField === undefined && errorField === undefined && !isMapped;
  const failure = isPlain ? endpointFailure(entry) : undefined;
  return { output, ...(failure !== undefined && { failure }) };
}

const FAILURES = ['false', 'no', 'failed', 'failure', 'error', 'errored', '0', ''];

/** `false`, in the ways in which APIs and CSV write it, and a status of 400 or more. */
function isFailure(success: unknown): boolean {
  if (success === null || success === false) return true;
  const text = asText(success).trim().toLowerCase();
  return FAILURES.includes(text) || (/^\d{3}$/.test(text) && Number(text) >= 400);
}

/** An empty list, text or object is no error; in CSV an error may be JSON. */
function errorIn(value: unknown): string | undefined {
  if (value === undefined || value === null || value === false || value === '') return undefined;
  const parsed = typeof value === 'string' ? (parseJson(value) ?? value) : value;
  if (Array.isArray(parsed))
    return parsed.length === 0 ? undefined : parsed.map((one) => errorIn(one) ?? '').join('; ');
  if (parsed === null || (typeof parsed === 'object' && Object.keys(parsed).length === 0)) return undefined;
  return readableError(parsed) ?? asText(parsed);
}
