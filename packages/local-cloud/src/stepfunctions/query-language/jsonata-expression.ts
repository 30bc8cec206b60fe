import { setImmediate as nextTurn } from 'node:timers/promises';
import jsonata, { type Expression } from 'jsonata';
import { registerStatesFunctions } from './jsonata-functions.ts';

/** Compiling takes twenty times as long as evaluating; a state machine has far fewer expressions than this. */
const CACHE_SIZE = 5000;
const cache = new Map<string, Expression>();

const ENTRY = Symbol.for('jsonata.__evaluate_entry') as unknown as string;
const EXIT = Symbol.for('jsonata.__evaluate_exit') as unknown as string;
/** A name no expression can write. */
const METER = 'evaluation meter';
const LONGEST_EVALUATION = 10_000;
const DEEPEST_EVALUATION = 50_000;
const STEPS_PER_TURN = 20_000;

interface Meter {
  steps: number;
  depth: number;
  readonly until: number;
}

interface Environment {
  lookup(name: string): unknown;
}

/** An expression that never ends must neither hold up the others, nor run for ever, nor fill the memory. */
function onEntry(_node: unknown, _input: unknown, environment: Environment): Promise<void> | undefined {
  const meter = environment.lookup(METER) as Meter;
  meter.depth += 1;
  if (meter.depth > DEEPEST_EVALUATION) throw tooMuch('Stack overflow: check for non-terminating recursive function');
  meter.steps += 1;
  if (meter.steps % STEPS_PER_TURN !== 0) return undefined;
  if (Date.now() > meter.until) throw tooMuch('Expression evaluation timeout: check for an infinite loop');
  return nextTurn();
}

function onExit(_node: unknown, _input: unknown, environment: Environment): void {
  (environment.lookup(METER) as Meter).depth -= 1;
}

const tooMuch = (message: string): Error => Object.assign(new Error(message), { code: 'U1001' });

/** Throws JSONata's own error when the text does not parse. */
export function compile(text: string): Expression {
  const known = cache.get(text);
  if (known) {
    cache.delete(text);
    cache.set(text, known);
    return known;
  }
  const expression = jsonata(text);
  registerStatesFunctions(expression);
  expression.assign(ENTRY, onEntry);
  expression.assign(EXIT, onExit);
  cache.set(text, expression);
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  return expression;
}

export async function evaluateExpression(text: string, bindings: Record<string, unknown>): Promise<unknown> {
  const meter: Meter = { steps: 0, depth: 0, until: Date.now() + LONGEST_EVALUATION };
  return compile(text).evaluate(undefined, { ...bindings, [METER]: meter });
}

const OPEN = '{%';
const CLOSE = '%}';

/** "A field's string must start with `{%` and end with `%}` exactly" to be an expression. */
export function expressionIn(value: string): string | undefined {
  if (!value.startsWith(OPEN) || !value.endsWith(CLOSE) || value.length < 4) return undefined;
  return value.slice(OPEN.length, -CLOSE.length).trim();
}
