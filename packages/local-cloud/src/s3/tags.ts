import { AwsError } from '../aws-error.ts';
import { invalidArgument } from './errors.ts';

const MOST_TAGS = 10;
const LONGEST_KEY = 128;
const LONGEST_VALUE = 256;
/** Letters, numbers and spaces of any language, and `+ - = . _ : / @`. */
const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

const invalidTag = (message: string): AwsError => new AwsError('InvalidTag', message, 400);

/** `x-amz-tagging: a=1&b=2` */
export function parseTagging(tagging: unknown): Record<string, string> {
  if (tagging === undefined) return {};
  if (typeof tagging !== 'string') throw invalidArgument('Tagging must be text like a=1&b=2.', 'Tagging', tagging);
  return checkTags([...new URLSearchParams(tagging)].map(([Key, Value]) => ({ Key, Value })));
}

export function checkTags(tags: readonly { Key?: unknown; Value?: unknown }[]): Record<string, string> {
  if (tags.length > MOST_TAGS) throw new AwsError('BadRequest', `Object tags cannot be greater than ${MOST_TAGS}`, 400);
  const checked: Record<string, string> = {};
  for (const { Key, Value } of tags) {
    const key = String(Key ?? '');
    const value = String(Value ?? '');
    if (key === '' || key.length > LONGEST_KEY || !ALLOWED.test(key)) {
      throw invalidTag('The TagKey you have provided is invalid');
    }
    if (value.length > LONGEST_VALUE || !ALLOWED.test(value)) {
      throw invalidTag('The TagValue you have provided is invalid');
    }
    if (key.startsWith('aws:')) throw invalidTag('System tags cannot be added/updated by requester');
    if (Object.hasOwn(checked, key)) throw invalidTag('Cannot provide multiple Tags with the same key');
    checked[key] = value;
  }
  return checked;
}
