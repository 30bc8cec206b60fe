import type { z } from 'zod';
import { allowedValues } from '../../core/eval-file/allowed-values.ts';
import { schemasAt } from '../../core/eval-file/json-schema.ts';
import { nearest } from '../../core/nearest.ts';

export interface Problem {
  /** The path to the invalid value or key. */
  readonly path: readonly PropertyKey[];
  /** The key itself is invalid, not its value. */
  readonly atKey?: boolean;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

/** Describes a schema error: the field, its value, what is allowed, and the most likely intention. */
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
  return `${name([...issue.path, key])} is not a valid field${owner ? ` of ${owner}` : ''}. ${
    guess ? `Did you mean ${guess}?` : `Valid fields: ${known.join(', ')}.`
  }`;
}

function wrongValue(issue: Issue, value: unknown): string {
  const field = name(issue.path);
  if (issue.code === 'custom') return issue.message;
  const allowed = schemasAt(issue.path).map(allowedValues).find(Boolean);
  if (value === undefined) return `${field} is missing${allowed ? `; it must be ${allowed}` : ''}.`;
  // Messages of our own schemas already name the field.
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

/** A text in place of an object (`target: crm/update`) is the value at fault, whatever field of it is reported. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'string' ? at : (at as Record<PropertyKey, unknown> | undefined)?.[step]),
    value,
  );
}
