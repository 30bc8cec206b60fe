import { join, relative } from 'node:path';

const FILE = join(import.meta.dirname, '..', 'examples', 'quickstart', 'endpoint.eval.yaml');

/** An eval.yaml to look at, by a path that leads there from where the command runs. */
export function exampleFile(): string {
  const path = relative(process.cwd(), FILE);
  return path.startsWith('..') ? FILE : path;
}
