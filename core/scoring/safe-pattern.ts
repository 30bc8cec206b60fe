import { RE2JS } from 're2js';
import { ScoringError } from './compare.ts';

export interface PatternFlags {
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
  readonly dotAll?: boolean;
}

/** A warm environment sees patterns of rows too; the oldest goes first. */
const MOST_COMPILED = 256;
const compiled = new Map<string, RE2JS>();

/** A pattern whose matching takes time in proportion to the text, whatever the pattern: patterns come from users. */
export function safePattern(pattern: string, flags: PatternFlags = {}): RE2JS {
  const bits =
    (flags.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.multiline ? RE2JS.MULTILINE : 0) |
    (flags.dotAll ? RE2JS.DOTALL : 0);
  const key = `${bits} ${pattern}`;
  const known = compiled.get(key);
  if (known) return known;
  try {
    // Patterns are often written as in JavaScript, where / may be escaped and a group is named (?<name>…).
    const made = RE2JS.compile(RE2JS.translateRegExp(pattern), bits);
    const oldest = compiled.size >= MOST_COMPILED ? compiled.keys().next().value : undefined;
    if (oldest !== undefined) compiled.delete(oldest);
    compiled.set(key, made);
    return made;
  } catch (error) {
    throw new ScoringError(
      `The pattern cannot be used: ${(error as Error).message}. Look-around and back-references are not allowed.`,
      { cause: error },
    );
  }
}

/** What Ajv makes of a `pattern` in a schema: schemas come from users too. */
export const schemaPattern = Object.assign(
  (pattern: string) => {
    const safe = safePattern(pattern);
    // Ajv tells patterns apart by their text.
    return { test: (text: string) => safe.matcher(text).find(), toString: () => pattern };
  },
  { code: 'new RegExp' },
);
