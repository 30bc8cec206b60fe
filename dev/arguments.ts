import { DEFAULT_PORT, parseArguments as parse, UsageError } from 'local-cloud/command-line';
import { DEFAULT_DATA, dataFolder } from './data-folder.ts';

/** How `rollcall dev` was called. */
export type DevArguments = ReturnType<typeof parse> & {
  /** CDK context for our own app: `-c key=value`. */
  readonly context: Readonly<Record<string, string>>;
};

export const USAGE = `Usage: rollcall dev [--port ${DEFAULT_PORT}] [--data ${DEFAULT_DATA}] [--assembly DIR …] [-c key=value …] [--latency FILE] [--lambda-concurrency N] [--fresh] [--repair] [--json] [--verbose]

  --port N          port on 127.0.0.1; 0 takes a free one
  --data DIR        folder that keeps all state; without it the nearest .rollcall, here or above
  --assembly DIR    cloud assembly to load beside Rollcall's own stacks (repeatable)
  -c key=value      CDK context for Rollcall's own app (repeatable)
  --latency FILE    take as long as AWS does, by the model in FILE
  --lambda-concurrency N
                    invocations of all functions at once (default 1000; a new account has 10)
  --fresh           forget the state in the data folder first
  --repair          set aside what is damaged in the data folder, make anew what
                    stacks have lost, and go on with the rest
  --json            say where it listens as one JSON object
  --verbose         say which resources and properties have no effect here`;

export function parseArguments(words: readonly string[]): DevArguments {
  const args = parse(words, { data: dataFolder(), others: ['--context', '-c'] });
  return { ...args, context: Object.fromEntries(args.others.map(pairOf)) };
}

function pairOf(value: string): [key: string, value: string] {
  const equals = value.indexOf('=');
  if (equals < 1) throw new UsageError(`-c is ${value}; it must be key=value.`);
  return [value.slice(0, equals), value.slice(equals + 1)];
}
