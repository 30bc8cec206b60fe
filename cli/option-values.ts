import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod';
import { describeIssues } from '../contracts/describe-issues.ts';
import type { RowVerdict } from '../contracts/row-verdict.ts';

/** Parses a whole number in a range. */
export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`Use a whole number, ${range}.`);
  };

/** A file to write. Checked before the run, so that its report can be written at the end. */
export function outputFile(path: string): string {
  const folder = dirname(resolve(path));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InvalidArgumentError(`The folder ${folder} does not exist. Create it, or choose another file.`);
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new InvalidArgumentError('This is a folder. Add a file name.');
  }
  return path;
}

/** Collects the values of a repeatable option. */
export const several = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Text that the schema accepts. */
export const textOf =
  (schema: z.ZodType<string>) =>
  (text: string): string => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`${describeIssues(parsed.error).join('; ')}.`);
  };

/** Parses an amount of money. */
export function amount(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Use a number above 0.');
}

/** Parses a time. */
export function time(text: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new InvalidArgumentError('Use a time such as 2026-01-31T10:00:00Z.');
  return new Date(at).toISOString();
}

/** Verdicts by the words people use. `right` and `wrong` are former names. */
const VERDICTS: Readonly<Record<string, RowVerdict>> = {
  passed: 'right',
  failed: 'wrong',
  right: 'right',
  wrong: 'wrong',
};

export const VERDICT_WORDS = ['passed', 'failed'] as const;

export function rowVerdict(text: string): RowVerdict {
  const verdict = Object.hasOwn(VERDICTS, text) ? VERDICTS[text] : undefined;
  if (verdict) return verdict;
  throw new InvalidArgumentError(`Choose one of ${VERDICT_WORDS.join(', ')}.`);
}

/** Selects rows by verdict, or rows without an answer. */
export interface VerdictFilter {
  readonly verdict?: RowVerdict;
  readonly status?: 'failed';
}

export const verdictOption = (): Option =>
  new Option('--verdict <verdict>', 'only rows with this verdict; error means that there is no answer')
    .choices([...VERDICT_WORDS, 'error'])
    .argParser((text): VerdictFilter => {
      if (text === 'error') return { status: 'failed' };
      if (Object.hasOwn(VERDICTS, text)) return { verdict: rowVerdict(text) };
      throw new InvalidArgumentError(`Choose one of ${VERDICT_WORDS.join(', ')}, error.`);
    });

/** A bound on the score of one evaluator or of the whole row. */
export interface ScoreBound {
  readonly evaluator?: string;
  readonly score: number;
}

/** `0.8`, or `exact=0.8` */
export function scoreBound(text: string): ScoreBound {
  const at = text.lastIndexOf('=');
  const [evaluator, number] = at < 0 ? [undefined, text] : [text.slice(0, at), text.slice(at + 1)];
  const score = Number(number);
  if (number.trim() !== '' && score >= 0 && score <= 1) return { evaluator, score };
  throw new InvalidArgumentError('Use a score from 0 to 1, such as 0.8, or exact=0.8 for one evaluator.');
}
