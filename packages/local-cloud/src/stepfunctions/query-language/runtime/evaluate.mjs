// What evaluates the expressions of states: a process of its own, which an expression may end. Plain JavaScript, because
// it is started without the TypeScript loader the local cloud itself runs with.
import { createRequire } from 'node:module';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { cloneData, guardMark, guardMarks } from './data.mjs';
import { harden } from './harden.mjs';
import { registerStatesFunctions } from './jsonata-functions.mjs';
import { plainValue } from './plain-value.mjs';

const jsonata = createRequire(import.meta.url)(process.argv[2]);

const CACHE_SIZE = 5000;
const cache = new Map();
const ENTRY = Symbol.for('jsonata.__evaluate_entry');
const EXIT = Symbol.for('jsonata.__evaluate_exit');
/** A name that no expression can write and no data can guess. */
const METER = `meter ${Math.random()} ${Math.random()}`;
const LONGEST_EVALUATION = 10_000;
const DEEPEST_EVALUATION = 50_000;
const STEPS_PER_TURN = 20_000;
/** No state takes as much, nor do all variables together. */
const LONGEST_VALUE = 12 * 1024 * 1024;

const tooMuch = (message) => Object.assign(new Error(message), { code: 'U1001' });

/** An expression that never ends must neither hold up the others, nor run for ever, nor fill the memory. */
function onEntry(_node, _input, environment) {
  const meter = environment.lookup(METER);
  meter.depth += 1;
  if (meter.depth > DEEPEST_EVALUATION) throw tooMuch('Stack overflow: check for non-terminating recursive function');
  meter.steps += 1;
  if (meter.steps % STEPS_PER_TURN !== 0) return undefined;
  if (Date.now() > meter.until) throw tooMuch('Expression evaluation timeout: check for an infinite loop');
  return nextTurn();
}

const patterns = new WeakSet();

function onExit({ type, value: name, group }, input, environment, result) {
  environment.lookup(METER).depth -= 1;
  // An object that an expression makes is data too, whatever its members are called.
  if (type === 'unary' || group) guardMark(result);
  if (type === 'name') refuseInherited(input, name, result);
  const value = Array.isArray(result) && result.length === 1 ? result[0] : result;
  if (typeof value !== 'function' || patterns.has(value)) return;
  if (type !== 'regex') throw Object.assign(new Error('The value is a function of the engine'), { code: 'T1006' });
  patterns.add(value);
}

/** JSONata 2.0 reads what objects inherit as if it were theirs. */
function refuseInherited(input, name, result) {
  if (result === undefined || input === null || typeof input !== 'object' || Array.isArray(input)) return;
  if (!Object.hasOwn(input, name)) throw Object.assign(new Error(`'${name}' is no member`), { code: 'T1006' });
}

/** Own members alone, of objects and of those in lists. */
function lookup(input, key) {
  if (Array.isArray(input)) {
    const found = input.flatMap((item) => lookup(item, key) ?? []);
    return found.length > 1 ? found : found[0];
  }
  if (input === null || typeof input !== 'object' || typeof input === 'function') return undefined;
  return Object.hasOwn(input, key) && input._jsonata_lambda !== true ? input[key] : undefined;
}

function compile(text) {
  const known = cache.get(text);
  if (known) return known;
  const expression = jsonata(text);
  registerStatesFunctions(expression);
  expression.registerFunction('lookup', lookup, '<x-s:x>');
  expression.registerFunction('clone', cloneData, '<(oa)-:o>');
  expression.assign(ENTRY, onEntry);
  expression.assign(EXIT, onExit);
  cache.set(text, expression);
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value);
  return expression;
}

async function evaluate({ text, bindings }) {
  const meter = { steps: 0, depth: 0, until: Date.now() + LONGEST_EVALUATION };
  const value = await compile(text).evaluate(undefined, { ...guardMarks(bindings), [METER]: meter });
  if (value === undefined) return '';
  const json = JSON.stringify(plainValue(value));
  if (json.length > LONGEST_VALUE)
    throw tooMuch(`The value has ${json.length} characters; ${LONGEST_VALUE} is the most`);
  return `,"value":${json}`;
}

function failure(error) {
  const { name, code, message } = error;
  const failed = { name, code: typeof code === 'string' ? code : undefined, message: message ?? String(error) };
  return `,"failure":${JSON.stringify(failed)}`;
}

const { stdin, stdout } = process;
// JSON text has line feeds as the end of lines alone; what else ends a line of text is escaped in what comes in.
createInterface({ input: stdin }).on('line', async (line) => {
  const { id, ...task } = JSON.parse(line);
  stdout.write(`{"id":${id}${await evaluate(task).catch(failure)}}\n`);
});
stdin.on('end', () => process.exit());
// A step that cannot be interrupted does not see that the local cloud was killed.
const watch = `const { workerData: parent } = require('node:worker_threads');
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1_000);`;
new Worker(watch, { eval: true, workerData: process.ppid, env: {} }).unref();
harden();
stdout.write('{}\n');
