import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse } from 'yaml';
import { withPromptFiles } from './eval-file/read-prompts.ts';
import { usageError } from './exit-codes.ts';

/** Parses a YAML or JSON file. */
export function readYaml(path: string): unknown {
  let value: unknown;
  try {
    value = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw usageError(`Cannot read ${path}: ${(error as Error).message}`);
  }
  return withPromptFiles(value, dirname(path));
}
