import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { usageError } from './exit-codes.ts';

/** What a file says, YAML or JSON. */
export function readYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw usageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
