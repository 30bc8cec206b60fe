import { nearest } from './nearest.ts';

/** How `npm run dev` was called. */
export interface DevArguments {
  readonly port: number;
  readonly data: string;
  readonly assemblies: readonly string[];
  /** CDK context for our own app: `-c key=value`. */
  readonly context: Readonly<Record<string, string>>;
  readonly fresh: boolean;
  /** The line that says it is ready is JSON. */
  readonly json: boolean;
  readonly help: boolean;
}

/** A mistake on the command line, said in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const DEFAULT_PORT = 4599;
const DEFAULT_DATA = '.rollcall';

export const USAGE = `Usage: npm run dev -- [--port ${DEFAULT_PORT}] [--data ${DEFAULT_DATA}] [--assembly DIR …] [-c key=value …] [--fresh] [--json]

  --port N          port on 127.0.0.1; 0 takes a free one
  --data DIR        folder that keeps all state
  --assembly DIR    cloud assembly to load (repeatable); without it, Rollcall's own app is synthesized
  -c key=value      CDK context for Rollcall's own app (repeatable)
  --fresh           forget the state in the data folder first
  --json            say where it listens as one JSON object`;

const WITH_VALUE = ['--port', '--data', '--assembly', '--context', '-c'];
const WITHOUT_VALUE = ['--fresh', '--json', '--help', '-h'];

export function parseArguments(words: readonly string[]): DevArguments {
  let port = DEFAULT_PORT;
  let data = DEFAULT_DATA;
  let fresh = false;
  let json = false;
  let help = false;
  const assemblies: string[] = [];
  const context: Record<string, string> = {};

  for (let index = 0; index < words.length; index++) {
    const [flag, inline] = splitFlag(words[index] ?? '');
    if (WITHOUT_VALUE.includes(flag)) {
      if (inline !== undefined) throw new UsageError(`${flag} takes no value.`);
      if (flag === '--fresh') fresh = true;
      else if (flag === '--json') json = true;
      else help = true;
      continue;
    }
    if (!WITH_VALUE.includes(flag)) throw unknown(flag);
    const value = inline ?? words[++index];
    if (value === undefined || value === '') throw new UsageError(`${flag} needs a value.`);
    if (flag === '--port') port = portOf(value);
    else if (flag === '--data') data = value;
    else if (flag === '--assembly') assemblies.push(value);
    else Object.assign(context, pairOf(value));
  }
  if (assemblies.length > 0 && Object.keys(context).length > 0) {
    throw new UsageError('-c is for Rollcall’s own app, which is not synthesized when --assembly is given.');
  }
  return { port, data, assemblies, context, fresh, json, help };
}

function splitFlag(word: string): [flag: string, value: string | undefined] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

function unknown(word: string): UsageError {
  const known = [...WITH_VALUE, ...WITHOUT_VALUE];
  const guess = nearest(word, known);
  const hint = guess ? `Did you mean ${guess}?` : `Known: ${known.join(', ')}.`;
  return new UsageError(`${word.startsWith('-') ? 'Unknown flag' : 'Unexpected argument'} ${word}. ${hint}`);
}

function portOf(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new UsageError(`--port is ${value}; it must be a number from 0 to 65535.`);
}

function pairOf(value: string): Record<string, string> {
  const equals = value.indexOf('=');
  if (equals < 1) throw new UsageError(`-c is ${value}; it must be key=value.`);
  return { [value.slice(0, equals)]: value.slice(equals + 1) };
}
