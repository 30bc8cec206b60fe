import { nearest } from './nearest.ts';
import { UsageError } from './usage-error.ts';

/** How the local cloud was called. */
export interface Arguments {
  readonly port: number;
  readonly data: string;
  readonly assemblies: readonly string[];
  readonly fresh: boolean;
  /** What is damaged in the data folder is set aside. */
  readonly repair: boolean;
  /** The line that says it is ready is JSON. */
  readonly json: boolean;
  /** A file with a model of AWS's latencies. */
  readonly latency?: string;
  /** Invocations of all functions at once. */
  readonly lambdaConcurrency?: number;
  readonly help: boolean;
  /** What resources of the templates do not do here is said. */
  readonly verbose: boolean;
  /** The values of flags of the caller's own, in the order they were given. */
  readonly others: readonly string[];
}

export interface ArgumentOptions {
  readonly data: string;
  /** Flags of the caller's own: names of one flag that takes a value. */
  readonly others?: readonly string[];
}

export const DEFAULT_PORT = 4599;

const WITH_VALUE = ['--port', '--data', '--assembly', '--latency', '--lambda-concurrency'];
const WITHOUT_VALUE = ['--fresh', '--repair', '--json', '--verbose', '--help', '-h'];

export function parseArguments(words: readonly string[], options: ArgumentOptions): Arguments {
  let port = DEFAULT_PORT;
  let { data } = options;
  let latency: string | undefined;
  let lambdaConcurrency: number | undefined;
  const assemblies: string[] = [];
  const others: string[] = [];
  const switches = new Set<string>();
  const withValue = [...WITH_VALUE, ...(options.others ?? [])];

  for (let index = 0; index < words.length; index++) {
    const [flag, inline] = splitFlag(words[index] ?? '');
    if (WITHOUT_VALUE.includes(flag)) {
      if (inline !== undefined) throw new UsageError(`${flag} takes no value.`);
      switches.add(flag);
      continue;
    }
    if (!withValue.includes(flag)) throw unknown(flag, [...withValue, ...WITHOUT_VALUE]);
    const value = inline ?? words[++index];
    if (value === undefined || value === '') throw new UsageError(`${flag} needs a value.`);
    if (flag === '--port') port = portOf(value);
    else if (flag === '--data') data = value;
    else if (flag === '--assembly') assemblies.push(value);
    else if (flag === '--latency') latency = value;
    else if (flag === '--lambda-concurrency') lambdaConcurrency = concurrencyOf(value);
    else others.push(value);
  }
  const help = switches.has('--help') || switches.has('-h');
  const [fresh = false, repair = false, json = false, verbose = false] = [
    '--fresh',
    '--repair',
    '--json',
    '--verbose',
  ].map((flag) => switches.has(flag));
  return { port, data, assemblies, latency, lambdaConcurrency, fresh, repair, json, verbose, help, others };
}

function splitFlag(word: string): [flag: string, value: string | undefined] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

function unknown(word: string, known: readonly string[]): UsageError {
  const guess = nearest(word, known);
  const hint = guess ? `Did you mean ${guess}?` : `Known: ${known.join(', ')}.`;
  return new UsageError(`${word.startsWith('-') ? 'Unknown flag' : 'Unexpected argument'} ${word}. ${hint}`);
}

function portOf(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new UsageError(`--port is ${value}; it must be a number from 0 to 65535.`);
}

function concurrencyOf(value: string): number {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw new UsageError(`--lambda-concurrency is ${value}; it must be a whole number from 1.`);
}
