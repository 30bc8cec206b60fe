import { AwsError } from '../../aws-error.ts';
import { noSuchKey, preconditionFailed } from '../errors.ts';
import type { ObjectRecord } from './records.ts';

/** What must hold about the object that is there, for a write or a delete to go ahead. */
export interface WriteConditions {
  readonly IfMatch?: string | undefined;
  readonly IfNoneMatch?: string | undefined;
}

export const isConditional = (conditions: WriteConditions): boolean =>
  conditions.IfMatch !== undefined || conditions.IfNoneMatch !== undefined;

export function checkWriteConditions(
  key: string,
  present: ObjectRecord | undefined,
  { IfMatch, IfNoneMatch }: WriteConditions,
): void {
  if (IfNoneMatch !== undefined) {
    if (IfNoneMatch !== '*') {
      throw new AwsError(
        'NotImplemented',
        `A write takes If-None-Match only with the value *, which lets it through if there is no such object; it was ${IfNoneMatch}.`,
        501,
      );
    }
    if (present) throw preconditionFailed('If-None-Match');
  }
  if (IfMatch !== undefined) {
    if (!present) throw noSuchKey(key);
    if (!matches(IfMatch, present.etag)) throw preconditionFailed('If-Match');
  }
}

/** Whether a list of ETags (`"a", "b"` or `*`) holds this one. */
export function matches(list: string, etag: string): boolean {
  return list.split(',').some((each) => {
    const tag = each.trim().replace(/^W\//, '').replaceAll('"', '');
    return tag === '*' || tag === etag;
  });
}
