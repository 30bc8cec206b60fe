import { type Data, isTooLarge, toData } from '../engine/data.ts';
import { dataLimitExceeded, StatesError } from '../engine/states-error.ts';
import type { Visit } from '../engine/visit.ts';
import { type PathRoots, readPath, writePath } from './jsonpath-reference.ts';
import type { Finished, QueryLanguage } from './query-language.ts';

/**
 * The part of JSONPath that state machines need which mix it with JSONata: InputPath, Parameters, ResultSelector,
 * ResultPath and OutputPath with reference paths, and Assign. Filters, intrinsic functions, Choice operators and the
 * `…Path` fields are refused when the state machine is created (definition/validate-jsonpath.ts). A whole JSONPath
 * would go here.
 */
export const jsonpathLanguage: QueryLanguage = {
  async workInput(visit) {
    const input = effectiveInput(visit);
    return visit.state.Parameters === undefined ? input : apply(visit, visit.state.Parameters, input);
  },

  async finish(visit, result) {
    const { state } = visit;
    const input = effectiveInput(visit);
    let value = result ? result.value : state.Parameters === undefined ? input : apply(visit, state.Parameters, input);
    if (result && state.ResultSelector !== undefined) value = apply(visit, state.ResultSelector, value);
    const assigned = assign(visit, state.Assign, value);
    return { output: outputOf(visit, value), assigned };
  },

  async caught(visit, catcher, error) {
    const errorOutput = { Error: error.error, Cause: error.cause };
    const assigned = assign(visit, catcher.Assign, errorOutput);
    const output =
      catcher.ResultPath == null ? errorOutput : writePath(visit.input.value, catcher.ResultPath, errorOutput);
    return { output: toData(output), assigned };
  },

  evaluate: async (visit, value) => apply(visit, value, visit.input.value),
};

function effectiveInput(visit: Visit): unknown {
  const { InputPath } = visit.state;
  if (InputPath === null) return {};
  return InputPath === undefined ? visit.input.value : read(visit, InputPath, visit.input.value);
}

function outputOf(visit: Visit, value: unknown): Data {
  const { ResultPath, OutputPath } = visit.state;
  let output = value;
  if (ResultPath === null) output = visit.input.value;
  else if (ResultPath !== undefined) output = writePath(visit.input.value, ResultPath, value);
  if (OutputPath === null) output = {};
  else if (OutputPath !== undefined) output = read(visit, OutputPath, output);
  if (output === visit.input.value) return visit.input;
  const data = toData(output);
  if (isTooLarge(data.json)) throw dataLimitExceeded(visit.name);
  return data;
}

function assign(
  visit: Visit,
  template: Readonly<Record<string, unknown>> | undefined,
  value: unknown,
): Finished['assigned'] {
  if (template === undefined) return undefined;
  const values = apply(visit, template, value) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(values).map(([name, item]) => [name, toData(item)]));
}

/** A payload template: a member whose name ends in `.$` holds a path. */
function apply(visit: Visit, template: unknown, data: unknown): unknown {
  if (Array.isArray(template)) return template.map((item) => apply(visit, item, data));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) =>
      name.endsWith('.$') ? [name.slice(0, -2), read(visit, String(value), data)] : [name, apply(visit, value, data)],
    ),
  );
}

function read(visit: Visit, path: string, data: unknown): unknown {
  const roots: PathRoots = {
    data,
    context: () => visit.context(),
    variable: (name) => visit.scope.variables.get(name),
  };
  try {
    return readPath(path, roots);
  } catch (error) {
    if (error instanceof StatesError) throw visit.failure(error.error, error.cause);
    throw error;
  }
}
