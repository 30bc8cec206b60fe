import { basename, dirname, resolve } from 'node:path';
import { type EvalFile, evalFileSchema } from '../../contracts/eval-file.ts';
import type { ExecutionInput } from '../../contracts/execution-input.ts';
import { isObject } from '../../core/json.ts';
import { literalTemplate } from '../../core/mapping/literal-template.ts';
import { ANSWER_NAMES, ROW_NAMES, unknownNames } from '../../core/mapping/unknown-names.ts';
import { nearest } from '../../core/nearest.ts';
import { exampleFile } from '../example-file.ts';
import { usageError } from '../exit-codes.ts';
import { readCheckedYaml } from './read-checked-yaml.ts';

export interface ReadEvalFile extends EvalFile {
  /** The prefix of run IDs. */
  readonly name: string;
  /** Paths in the file are relative to this folder. */
  readonly folder: string;
  /** The fields of `executor` or `config.executor` set in the file. The others have their defaults. */
  readonly executorFields: readonly string[];
  /** The run's name and tags from the command line. */
  readonly labels?: Pick<ExecutionInput, 'name' | 'tags'>;
}

/** Reports mappings that cannot work before anything is imported or called. */
const checkedSchema = evalFileSchema.superRefine((file, context) => {
  for (const { path, mappings = {}, target } of mappingsIn(file)) {
    const check = (side: 'input' | 'output', names: readonly string[]) => {
      const problem = mappings[side] && mappingProblem(mappings[side], `mappings.${side}`, names);
      if (problem) context.addIssue({ code: 'custom', path: [...path, 'mappings', side], message: problem });
    };
    check('input', ROW_NAMES);
    if (target?.endpoint && !target.bulkConfig) check('output', ANSWER_NAMES);
    if (target?.model && !target.bulkConfig) check('output', [...ANSWER_NAMES, 'output']);
    const literal = (target?.endpoint || target?.model) && literalTemplate({ ...target, mapping: mappings.input });
    if (literal) context.addIssue({ code: 'custom', path: [...path, 'target'], message: `${literal}.` });
  }
});

/** The mappings of the file and of each variant. */
const mappingsIn = ({ mappings, target, variants = [] }: EvalFile) => [
  { path: [], mappings, target },
  ...variants.map((variant, index) => ({
    path: ['variants', index],
    mappings: variant.mappings,
    target: variant.target,
  })),
];

function mappingProblem(expression: string, field: string, names: readonly string[]): string | undefined {
  try {
    const [unknown] = unknownNames(expression, field, names);
    if (unknown === undefined) return undefined;
    const near = nearest(unknown, names) ?? (names.includes('body') ? `body.${unknown}` : undefined);
    return `${field} uses ${unknown}, which does not exist. Available: ${names.join(', ')}.${near ? ` Did you mean ${near}?` : ''}`;
  } catch (error) {
    return (error as Error).message;
  }
}

export function readEvalFile(path: string, env: NodeJS.ProcessEnv = process.env): ReadEvalFile {
  if (/\.(csv|tsv|jsonl|ndjson|xlsx?)$/i.test(path)) {
    throw usageError(
      `${path} is a dataset, not an evaluation file. Create an eval.yaml that names it in dataset.file.`,
      `Example: ${exampleFile()}. Preview the dataset with: rollcall dataset preview ${path}`,
    );
  }
  const { data: file, value } = readCheckedYaml(path, checkedSchema, env);
  const { executor } = isObject(value) ? (isObject(value.config) ? value.config : value) : {};
  const executorFields = isObject(executor) ? Object.keys(executor) : [];
  return { ...file, name: file.name ?? nameOf(path), folder: dirname(resolve(path)), executorFields };
}

/** `tickets.eval.yaml` → `tickets` */
const nameOf = (path: string): string =>
  basename(path)
    .replace(/(\.eval)?\.(ya?ml|json)$/i, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 41) || 'run';
