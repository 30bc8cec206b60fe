import { type Data, isTooLarge, toData } from '../engine/data.ts';
import { dataLimitExceeded } from '../engine/states-error.ts';
import type { MapItem, Visit } from '../engine/visit.ts';
import { InvalidVariable, ruleHolds } from './choice-rule.ts';
import type { PathRoots } from './json-path.ts';
import { CallFailed, evaluateReference, fillTemplate, ReferenceNotFound } from './payload-template.ts';
import type { FieldValue, Finished, QueryLanguage } from './query-language.ts';
import { PathMismatch, writePath } from './reference-path.ts';

type Template = Readonly<Record<string, unknown>>;

/**
 * The data flow of JSONPath: InputPath and Parameters make what a state works on, ResultSelector, ResultPath and
 * OutputPath what it gives. Paths start from the data (`$`), the context object (`$$`) or a variable (`$name`).
 */
export const jsonpathLanguage: QueryLanguage = {
  async workInput(visit) {
    return withParameters(visit, effectiveInput(visit));
  },

  async finish(visit, result, fields = visit.state) {
    const { state } = visit;
    let value = result ? result.value : withoutResult(visit);
    if (result && state.ResultSelector !== undefined) value = fill(visit, state.ResultSelector, value);
    const assigned = assign(visit, fields.Assign, value);
    return { output: outputOf(visit, value), assigned };
  },

  async caught(visit, { Assign, ResultPath }, error) {
    const errorOutput = { Error: error.error, Cause: error.cause };
    const assigned = assign(visit, Assign, errorOutput);
    return { output: limited(visit, combined(visit, ResultPath, errorOutput)), assigned };
  },

  async holds(visit, rule) {
    const data = effectiveInput(visit);
    try {
      return ruleHolds(rule, (path) => findVariable(visit, path, data));
    } catch (error) {
      if (error instanceof InvalidVariable) throw visit.failure('States.Runtime', error.message);
      throw error;
    }
  },

  async items(visit) {
    const { ItemsPath = '$' } = visit.state;
    const input = effectiveInput(visit);
    const items = follow(visit, ItemsPath, 'ItemsPath', input);
    if (!Array.isArray(items)) {
      throw visit.failure('States.Runtime', `Reference path "${ItemsPath}" must point to array.`);
    }
    return items;
  },

  evaluate: async (visit, value, _location, item) => fill(visit, value, effectiveInput(visit), item),

  async field(visit, holder, name) {
    const fields = holder as Template;
    const source = [`${name}Path`, `${name}.$`].find((key) => fields[key] !== undefined);
    if (source === undefined) {
      if (fields[name] === undefined) return undefined;
      return fieldValue(visit, name, fill(visit, fields[name], effectiveInput(visit)));
    }
    const path = String(fields[source]);
    const inTemplate = source.endsWith('.$') || NAMED.has(source);
    return fieldValue(visit, source, inTemplate ? read(visit, path, source) : follow(visit, path, source), path);
  },
};

/** Fields whose missing paths AWS reports in words of their own. */
const PARAMETERS = new Set(['SecondsPath', 'TimestampPath']);

/** Fields whose missing paths AWS reports like those of a payload template. */
const NAMED = new Set(['ErrorPath', 'CausePath']);

function fieldValue(visit: Visit, field: string, value: unknown, path?: string): FieldValue {
  return {
    value,
    path,
    wrongType: (expected) => {
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      const kind = expected === 'number' ? 'float' : expected;
      const tail = path === undefined ? '' : `: ${path}`;
      return visit.failure(
        'States.Runtime',
        `The ${field} field refers to value "${shown}" which is not a valid ${kind}${tail}`,
      );
    },
    refused: (reason) => visit.failure('States.Runtime', reason),
  };
}

/** The input a state sees: all of it, what InputPath selects, or with `"InputPath": null` an empty object. */
function effectiveInput(visit: Visit): unknown {
  const { InputPath } = visit.state;
  if (InputPath === undefined) return visit.input.value;
  return InputPath === null ? {} : follow(visit, InputPath, 'InputPath', visit.input.value);
}

/** What a state without a result gives: its input, and for a Pass its Parameters. */
function withoutResult(visit: Visit): unknown {
  const input = effectiveInput(visit);
  if (visit.state.Type !== 'Pass') return input;
  return withParameters(visit, input);
}

function withParameters(visit: Visit, input: unknown): unknown {
  const { Parameters } = visit.state;
  return Parameters === undefined ? input : fill(visit, Parameters, input);
}

function outputOf(visit: Visit, value: unknown): Data {
  const { ResultPath, OutputPath } = visit.state;
  const whole = combined(visit, ResultPath, value);
  if (OutputPath === undefined) return limited(visit, whole);
  return limited(visit, OutputPath === null ? {} : follow(visit, OutputPath, 'OutputPath', whole));
}

/** "ResultPath specifies the combination of the raw input with, or its replacement by, the state's result." */
function combined(visit: Visit, ResultPath: string | null | undefined, result: unknown): unknown {
  if (ResultPath === undefined || ResultPath === '$') return result;
  if (ResultPath === null) return visit.input.value;
  try {
    return writePath(visit.input.value, ResultPath, result);
  } catch (error) {
    if (error instanceof PathMismatch) throw visit.failure('States.ResultPathMatchFailure', error.message);
    throw error;
  }
}

function limited(visit: Visit, output: unknown): Data {
  if (output === visit.input.value) return visit.input;
  const data = toData(output);
  if (isTooLarge(data.json)) throw dataLimitExceeded(visit.name);
  return data;
}

function assign(visit: Visit, template: Template | undefined, value: unknown): Finished['assigned'] {
  if (template === undefined) return undefined;
  const values = fill(visit, template, value) as Template;
  return Object.fromEntries(Object.entries(values).map(([name, item]) => [name, toData(item)]));
}

function fill(visit: Visit, template: unknown, data: unknown, item?: MapItem): unknown {
  return fillTemplate(template, (reference, field) => read(visit, reference, field, data, item));
}

function rootsOf(visit: Visit, data: unknown, item?: MapItem): PathRoots {
  return { data, context: () => visit.context(item), variable: (name) => visit.scope.variables.get(name) };
}

/** A path or an intrinsic function call of a payload template. */
function read(visit: Visit, text: string, field: string, data = effectiveInput(visit), item?: MapItem): unknown {
  try {
    return evaluateReference(text, rootsOf(visit, data, item));
  } catch (error) {
    if (error instanceof ReferenceNotFound) {
      throw visit.failure(
        'States.Runtime',
        `The JSONPath '${error.path}' specified for the field '${field}' could not be found in the input '${JSON.stringify(data)}'`,
      );
    }
    if (error instanceof CallFailed) {
      const reason = `The function '${error.call}' had the following error: ${error.message}`;
      throw visit.failure('States.IntrinsicFailure', reason);
    }
    throw error;
  }
}

/** A path that is a field of its own: InputPath, OutputPath, ItemsPath, TimeoutSecondsPath … */
function follow(visit: Visit, path: string, field: string, data = effectiveInput(visit)): unknown {
  try {
    return evaluateReference(path, rootsOf(visit, data));
  } catch (error) {
    if (!(error instanceof ReferenceNotFound)) throw error;
    throw visit.failure(
      'States.Runtime',
      PARAMETERS.has(field)
        ? `The ${field} parameter does not reference an input value: ${path}`
        : `Invalid path '${path}' : ${error.message}`,
    );
  }
}

/** What a Choice rule's Variable holds; undefined when there is nothing. */
function findVariable(visit: Visit, path: string, data: unknown): { readonly value: unknown } | undefined {
  try {
    return { value: evaluateReference(path, rootsOf(visit, data)) };
  } catch (error) {
    if (error instanceof ReferenceNotFound) return undefined;
    throw error;
  }
}
