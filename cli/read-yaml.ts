import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { usageError } from './exit-codes.ts';

/** Parses a YAML or JSON file. */
export function readYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw usageError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}
