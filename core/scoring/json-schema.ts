import type { Options, ValidateFunction } from 'ajv';
import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { comparedWith, type Evaluate, ScoringError, verdict } from './compare.ts';
import { compileSchema } from './compile-schema.ts';

const OPTIONS: Options = { strict: false, validateFormats: false, allErrors: false };

const compiled = new Map<string, ValidateFunction>();
const MOST_COMPILED = 64;

export function jsonSchema({ schema: own }: EvaluatorOf<'json-schema'>): Evaluate {
  const compiledOwn = own === undefined ? undefined : compile(own);
  return (answer) => {
    const validate = compiledOwn ?? compileText(comparedWith<string>(undefined, answer));
    const value = parseJson(answer.actual);
    if (value === undefined) return verdict(false, 'The answer is no JSON.');
    if (validate(value)) return verdict(true);
    const [first] = validate.errors ?? [];
    return verdict(false, `${first?.instancePath || 'The whole value'} ${first?.message ?? 'does not fit'}.`);
  };
}

/** Rows that bring a schema each usually bring the same one. */
function compileText(text: string): ValidateFunction {
  const known = compiled.get(text);
  if (known) return known;
  const schema = parseJson(text);
  if (!isObject(schema) && typeof schema !== 'boolean')
    throw new ScoringError('The expected answer is no JSON Schema.');
  const made = compile(schema);
  const oldest = compiled.size >= MOST_COMPILED ? compiled.keys().next().value : undefined;
  if (oldest !== undefined) compiled.delete(oldest);
  compiled.set(text, made);
  return made;
}

function compile(schema: JsonObject | boolean): ValidateFunction {
  try {
    return compileSchema(schema, OPTIONS);
  } catch (error) {
    throw new ScoringError(`The JSON Schema cannot be used: ${(error as Error).message}.`, { cause: error });
  }
}
