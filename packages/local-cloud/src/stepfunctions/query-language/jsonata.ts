import type { Catcher } from '../definition/definition.ts';
import { type Data, isTooLarge, toData } from '../engine/data.ts';
import { dataLimitExceeded, type StatesError } from '../engine/states-error.ts';
import type { MapItem, Visit } from '../engine/visit.ts';
import { evaluateExpression, expressionIn } from './jsonata-expression.ts';
import type { FieldValue, Finished, OutputFields, QueryLanguage } from './query-language.ts';

/** What `$states` holds besides the input and the context. */
interface Extras {
  readonly result?: unknown;
  readonly errorOutput?: unknown;
  readonly item?: MapItem;
}

export const jsonataLanguage: QueryLanguage = {
  async workInput(visit) {
    const state = visit.state as { Arguments?: unknown };
    if (state.Arguments === undefined) return visit.input.value;
    return evaluateField(visit, state.Arguments, 'Arguments', {});
  },

  finish(visit, result, fields = visit.state) {
    return finish(visit, fields, result ? { result: result.value } : {}, result ? undefined : visit.input, result);
  },

  /** "In a Catch only the catcher's Assign/Output run; with no Output the output is the error object." */
  caught(visit: Visit, catcher: Catcher, error: StatesError) {
    const errorOutput = { Error: error.error, Cause: error.cause };
    return finish(visit, catcher, { errorOutput }, undefined, { value: errorOutput });
  },

  async holds(visit, rule, location) {
    const at = `${location}/Condition`;
    const value = await evaluateField(visit, rule.Condition, at, {});
    if (typeof value !== 'boolean') throw wrongType(visit, rule.Condition, at, 'boolean', value);
    return value;
  },

  async items(visit) {
    const { Items } = visit.state;
    const items = Items === undefined ? visit.input.value : await evaluateField(visit, Items, 'Items', {});
    if (Array.isArray(items)) return items;
    if (Items !== undefined) throw wrongType(visit, Items, 'Items', 'array', items);
    throw visit.evaluationFailure(undefined, `Map state input must be an array but was: ${JSON.stringify(items)}`);
  },

  evaluate: (visit, value, location, item) => evaluateField(visit, value, location, { item }),

  async field(visit, holder, name, location = name) {
    const source = (holder as Readonly<Record<string, unknown>>)[name];
    if (source === undefined) return undefined;
    return fieldValue(visit, source, location, await evaluateField(visit, source, location, {}));
  },
};

/** Assign and Output are evaluated side by side, from the values at entry. */
async function finish(
  visit: Visit,
  fields: OutputFields,
  extras: Extras,
  unchanged: Data | undefined,
  otherwise?: { readonly value: unknown },
): Promise<Finished> {
  let assigned: Record<string, Data> | undefined;
  if (fields.Assign !== undefined) {
    const values = (await evaluateField(visit, fields.Assign, 'Assign', extras)) as Record<string, unknown>;
    assigned = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toData(value)]));
  }
  let output: Data;
  if (fields.Output !== undefined) output = toData(await evaluateField(visit, fields.Output, 'Output', extras));
  else output = unchanged ?? toData(otherwise?.value);
  if (output !== unchanged && isTooLarge(output.json)) throw dataLimitExceeded(visit.name);
  return { output, assigned };
}

async function evaluateField(visit: Visit, value: unknown, location: string, extras: Extras): Promise<unknown> {
  if (!hasExpression(value)) return value;
  const { item, ...rest } = extras;
  const bindings = visit.scope.variables.bindings();
  bindings.states = { input: visit.input.value, context: visit.context(item), ...rest };
  return evaluateTemplate(visit, value, location, bindings);
}

/** Does a field hold an expression at all? Asked once for each object of a definition. */
const dynamic = new WeakMap<object, boolean>();
function hasExpression(value: unknown): boolean {
  if (typeof value === 'string') return expressionIn(value) !== undefined;
  if (value === null || typeof value !== 'object') return false;
  let answer = dynamic.get(value);
  if (answer === undefined) {
    answer = Object.values(value).some(hasExpression);
    dynamic.set(value, answer);
  }
  return answer;
}

async function evaluateTemplate(
  visit: Visit,
  value: unknown,
  location: string,
  bindings: Record<string, unknown>,
): Promise<unknown> {
  if (!hasExpression(value)) return value;
  if (typeof value === 'string') return evaluateOne(visit, expressionIn(value) ?? '', location, bindings);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const [index, item] of value.entries()) {
      items.push(await evaluateTemplate(visit, item, `${location}[${index}]`, bindings));
    }
    return items;
  }
  const object: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value as object)) {
    object[name] = await evaluateTemplate(visit, item, `${location}/${name}`, bindings);
  }
  return object;
}

async function evaluateOne(
  visit: Visit,
  text: string,
  location: string,
  bindings: Record<string, unknown>,
): Promise<unknown> {
  const named = `The JSONata expression '${text}' specified for the field '${location}'`;
  let value: unknown;
  try {
    value = await evaluateExpression(visit.scope.execution.stateMachine.name, text, bindings);
  } catch (error) {
    const { name } = error as Error;
    if (name === 'UnsupportedValue') {
      throw visit.evaluationFailure(location, `${named} returned an unsupported result type.`);
    }
    const { code, message } = error as { code?: string; message?: string };
    const reason = code ? `${code}: ${message ?? ''}` : (message ?? String(error));
    throw visit.evaluationFailure(location, `${named} threw an error during evaluation. ${reason}`);
  }
  if (value === undefined) throw visit.evaluationFailure(location, `${named} returned nothing (undefined).`);
  return value;
}

function fieldValue(visit: Visit, source: unknown, location: string, value: unknown): FieldValue {
  return {
    value,
    wrongType: (expected) => wrongType(visit, source, location, expected, value),
    refused: (reason) => visit.evaluationFailure(location, reason),
  };
}

function wrongType(visit: Visit, source: unknown, location: string, expected: string, value: unknown): StatesError {
  const text = typeof source === 'string' ? expressionIn(source) : undefined;
  const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const what =
    text === undefined
      ? `The field '${location}'`
      : `The JSONata expression '${text}' specified for the field '${location}'`;
  return visit.evaluationFailure(
    location,
    `${what} returned an unexpected result type. Expected '${expected}', but was '${actual}' for value: ${JSON.stringify(value)}`,
  );
}
