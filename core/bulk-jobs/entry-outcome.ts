import type { BulkConfig } from '../../contracts/bulk-config.ts';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { itemResult } from '../bulk/item-result.ts';
import { asText, isObject } from '../json.ts';
import { parsePath, valueAt } from '../scoring/json-paths.ts';

/** What an entry of a job's results says of its item. */
export type EntryOutcome =
  | { readonly kind: 'answered'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly output: unknown; readonly error: RollcallError }
  /** The job was stopped before it came to the item. */
  | { readonly kind: 'cancelled' };

interface EntryFile {
  /** The run has an output mapping, which says what a failure is. */
  readonly isMapped: boolean;
  /** It is a file of failures, or of items that the job did not come to. */
  readonly isErrors: boolean;
  readonly unfinished?: boolean;
}

const EXPIRED = /^(?:batch_)?expired$/i;
const CANCELLED = /^(?:batch_)?cancell?ed$/i;
const TIMED_OUT = /^request_timeout$/i;

export function entryOutcome(
  entry: unknown,
  mapping: BulkConfig['responseMapping'],
  { isMapped, isErrors, unfinished }: EntryFile,
): EntryOutcome {
  const states = statesOf(entry, mapping);
  if (unfinished || states.some((state) => CANCELLED.test(state))) return { kind: 'cancelled' };
  if (states.some((state) => EXPIRED.test(state))) {
    return failed('JobExpired', 'The job’s time was over before it came to this item.', entry);
  }
  const { output, failure } = itemResult(entry, mapping, isMapped);
  const said = failure ?? (isErrors ? 'The job lists this item among those that failed.' : undefined);
  if (said === undefined) return { kind: 'answered', output };
  const isTimeout = states.some((state) => TIMED_OUT.test(state));
  return failed(isTimeout ? 'TargetTimeout' : 'TargetFailed', said, output ?? entry);
}

const failed = (name: ErrorName, message: string, output: unknown): EntryOutcome => ({
  kind: 'failed',
  output,
  error: new RollcallError(name, message),
});

/** Where entries say how they have ended: the field of success, and the code of an error. */
function statesOf(entry: unknown, { successField, errorField }: BulkConfig['responseMapping']): string[] {
  const at = (field: string | undefined) => (field === undefined ? undefined : valueAt(entry, parsePath(field)));
  const error = at(errorField);
  return [at(successField), isObject(error) ? error.code : undefined].flatMap((value) =>
    value === undefined || value === null ? [] : [asText(value)],
  );
}
