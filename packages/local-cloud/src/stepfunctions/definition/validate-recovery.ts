import type { QueryLanguageName } from './definition.ts';
import { allowFields, requireFields } from './fields.ts';
import { isObject, type Json, type Problems } from './problems.ts';
import { checkResultPath } from './validate-jsonpath.ts';
import { checkAssign, checkOutput } from './validate-output.ts';

const RETRY_FIELDS = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
  'Comment',
];
const LARGEST = 99_999_999;
const LONGEST_DELAY = 31_622_400;

/** Retry's fields are constants: no expression is allowed in them. */
export function checkRetry(retry: unknown, at: string, problems: Problems): void {
  if (retry === undefined || !problems.expect(Array.isArray(retry), at, 'Retry must be an array')) return;
  for (const [index, retrier] of (retry as unknown[]).entries()) {
    const here = `${at}[${index}]`;
    if (!isObject(retrier)) {
      problems.add(here, 'A retrier must be an object');
      continue;
    }
    allowFields(retrier, RETRY_FIELDS, here, problems);
    checkErrorEquals(retrier.ErrorEquals, index === (retry as unknown[]).length - 1, here, problems);
    const { IntervalSeconds, MaxAttempts, BackoffRate, MaxDelaySeconds, JitterStrategy } = retrier;
    checkWhole(IntervalSeconds, 1, LARGEST, `${here}/IntervalSeconds`, problems);
    checkWhole(MaxAttempts, 0, LARGEST, `${here}/MaxAttempts`, problems);
    checkWhole(MaxDelaySeconds, 1, LONGEST_DELAY - 1, `${here}/MaxDelaySeconds`, problems);
    if (typeof MaxDelaySeconds === 'number' && MaxDelaySeconds <= Number(IntervalSeconds ?? 1)) {
      problems.add(`${here}/MaxDelaySeconds`, 'MaxDelaySeconds must be greater than IntervalSeconds');
    }
    if (BackoffRate !== undefined && !(typeof BackoffRate === 'number' && BackoffRate >= 1)) {
      problems.add(`${here}/BackoffRate`, 'BackoffRate must be a number of at least 1.0');
    }
    if (JitterStrategy !== undefined && JitterStrategy !== 'FULL' && JitterStrategy !== 'NONE') {
      problems.add(`${here}/JitterStrategy`, 'JitterStrategy must be FULL or NONE');
    }
  }
}

export function checkCatch(
  catchers: unknown,
  language: QueryLanguageName,
  checkTarget: (target: unknown, at: string) => void,
  at: string,
  problems: Problems,
): void {
  if (catchers === undefined || !problems.expect(Array.isArray(catchers), at, 'Catch must be an array')) return;
  for (const [index, catcher] of (catchers as unknown[]).entries()) {
    const here = `${at}[${index}]`;
    if (!isObject(catcher)) {
      problems.add(here, 'A catcher must be an object');
      continue;
    }
    const own = language === 'JSONata' ? ['Output'] : ['ResultPath'];
    allowFields(catcher, ['ErrorEquals', 'Next', 'Assign', 'Comment', ...own], here, problems);
    checkErrorEquals(catcher.ErrorEquals, index === (catchers as unknown[]).length - 1, here, problems);
    requireFields(catcher, ['Next'], here, problems);
    if (catcher.Next !== undefined) checkTarget(catcher.Next, `${here}/Next`);
    checkAssign(catcher as Json, language, here, problems, 'errorOutput');
    checkOutput(catcher as Json, language, here, problems, 'errorOutput');
    if (language === 'JSONPath') checkResultPath(catcher.ResultPath, `${here}/ResultPath`, problems);
  }
}

/** `States.ALL` stands alone, and in the last of its list: nothing after it could match. */
function checkErrorEquals(names: unknown, isLast: boolean, at: string, problems: Problems): void {
  const here = `${at}/ErrorEquals`;
  if (!Array.isArray(names) || names.length === 0 || names.some((name) => typeof name !== 'string')) {
    problems.add(here, 'ErrorEquals must be a non-empty array of strings');
    return;
  }
  if (names.includes('States.ALL') && (names.length > 1 || !isLast)) {
    problems.add(here, 'States.ALL must be the only element, and in the last retrier or catcher');
  }
}

export function checkWhole(value: unknown, least: number, most: number, at: string, problems: Problems): void {
  if (value === undefined) return;
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
    problems.add(at, `The value is ${JSON.stringify(value)}; it must be a whole number from ${least} to ${most}`);
  }
}
