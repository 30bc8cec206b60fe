import { join, relative } from 'node:path';

const FILE = join(import.meta.dirname, '..', 'examples', 'quickstart', 'endpoint.eval.yaml');

/** The path of an example eval.yaml, relative to the current folder. */
export function exampleFile(): string {
  const path = relative(process.cwd(), FILE);
  return path.startsWith('..') ? FILE : path;
}
