import { basename, dirname, resolve } from 'node:path';
import { type EvalFile, evalFileSchema } from '../../contracts/eval-file.ts';
import { isObject } from '../../core/json.ts';
import { readCheckedYaml } from './read-checked-yaml.ts';

export interface ReadEvalFile extends EvalFile {
  /** Runs are named after it. */
  readonly name: string;
  /** Paths in the file count from here. */
  readonly folder: string;
  /** Fields of `executor` that are in the file; the others have their defaults. */
  readonly executorFields: readonly string[];
}

/** Reads `eval.yaml`. */
export function readEvalFile(path: string, env: NodeJS.ProcessEnv = process.env): ReadEvalFile {
  const { data: file, value } = readCheckedYaml(path, evalFileSchema, env);
  const executorFields = isObject(value) && isObject(value.executor) ? Object.keys(value.executor) : [];
  return { ...file, name: file.name ?? nameOf(path), folder: dirname(resolve(path)), executorFields };
}

/** `tickets.eval.yaml` → `tickets` */
const nameOf = (path: string): string =>
  basename(path)
    .replace(/(\.eval)?\.(ya?ml|json)$/i, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 41) || 'run';
