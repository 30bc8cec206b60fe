import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Document, isMap, isNode, isPair, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import type { z } from 'zod';
import { exampleFile } from '../example-file.ts';
import { usageError } from '../exit-codes.ts';
import { describeProblems, type Problem } from './describe-problem.ts';
import { withPromptFiles } from './read-prompts.ts';
import { substitute } from './substitute.ts';

/** Reads a YAML file, and reports all problems at once with their lines. */
export function readCheckedYaml<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): { readonly data: z.output<Schema>; readonly value: unknown } {
  const lines = new LineCounter();
  const document = parseDocument(readText(path), { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const refuse = (problems: string[]): never => {
    throw usageError(
      problems.join('\n'),
      'See docs/configuration.md for all fields. Editors can check them with docs/eval.schema.json.',
    );
  };
  if (document.errors.length > 0) refuse(document.errors.map((error) => `${at(error.pos[0])}: ${error.message}`));
  const missing = substitute(document, env);
  if (missing.length > 0) {
    refuse(missing.map(({ name, offset }) => `${at(offset)}: the environment variable ${name} is not set.`));
  }
  const value = withPromptFiles(
    asValue(document, (message) => refuse([`${path}: ${message}`])),
    dirname(path),
  );
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) => describeProblems(issue, value));
    return refuse(problems.map((problem) => `${at(offsetOf(problem, document))}: ${problem.message}`));
  }
  return { data: parsed.data, value };
}

/** The parser rejects nested aliases that would expand to gigabytes. */
function asValue(document: Document, refuse: (message: string) => never): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return refuse(`${(error as Error).message}.`);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageError(
      `Cannot read ${path}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'file not found' : (error as Error).message}.`,
      `Example: ${exampleFile()}`,
    );
  }
}

/** The position of the value in the file, or of its nearest parent. */
function offsetOf({ path, atKey }: Problem, document: Document): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const step = path[length - 1];
    const pair = isMap(parent) ? pairOf(parent, step) : undefined;
    const node = pair
      ? atKey || !isNode(pair.value)
        ? pair.key
        : pair.value
      : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

const pairOf = (map: YAMLMap, key: PropertyKey | undefined) =>
  map.items.find((item) => isPair(item) && String(item.key) === String(key));
