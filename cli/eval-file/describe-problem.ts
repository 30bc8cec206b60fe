import type { z } from 'zod';
import { allowedValues } from '../../core/eval-file/allowed-values.ts';
import { schemasAt } from '../../core/eval-file/json-schema.ts';
import { nearest } from './nearest.ts';

export interface Problem {
  /** To the value, or to the key, that is wrong. */
  readonly path: readonly PropertyKey[];
  /** The key itself is wrong, not its value. */
  readonly atKey?: boolean;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** A schema's complaint in words: the field, the value, what is allowed, and a guess at what was meant. */
export function describeProblems(issue: Issue, value: unknown): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], atKey: true, message: unknownField(issue, key) }));
  }
  return [{ path: issue.path, message: wrongValue(issue, valueAt(value, issue.path)) }];
}

function unknownField(issue: Issue, key: string): string {
  const known = [...new Set(schemasAt(issue.path).flatMap(({ properties = {} }) => Object.keys(properties)))];
  const guess = nearest(key, known);
  const owner = name(issue.path);
  return `${name([...issue.path, key])} is not a field${owner ? ` of ${owner}` : ''}. ${
    guess ? `Did you mean ${guess}?` : `There are: ${known.join(', ')}.`
  }`;
}

function wrongValue(issue: Issue, value: unknown): string {
  const field = name(issue.path);
  if (issue.code === 'custom') return issue.message;
  const allowed = schemasAt(issue.path).map(allowedValues).find(Boolean);
  if (value === undefined) return `${field} is missing${allowed ? `; it must be ${allowed}` : ''}.`;
  // A message of our own schema names its field already.
  const own = issue.code === 'invalid_format' && !/^Invalid/.test(issue.message) ? issue.message : undefined;
  const rule = own ? own.replace(new RegExp(`^${field.split('.').pop()} `), 'it ') : allowed && `it must be ${allowed}`;
  const options = schemasAt(issue.path).flatMap((schema) => schema.enum ?? []);
  const guess = typeof value === 'string' ? nearest(value, options.map(String)) : undefined;
  return `${field} is ${shown(value)}; ${rule ?? issue.message}.${guess ? ` Did you mean ${guess}?` : ''}`;
}

const name = (path: readonly PropertyKey[]): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index ? '.' : ''}${String(step)}`)).join('');

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** A text that stands for an object (`target: crm/update`) is what is wrong, whichever of its fields is meant. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'string' ? at : (at as Record<PropertyKey, unknown> | undefined)?.[step]),
    value,
  );
}
