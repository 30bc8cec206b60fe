import { DEFAULT_PORT, parseArguments as parse, UsageError } from 'local-cloud/command-line';

/** How `npm run dev` was called. */
export type DevArguments = ReturnType<typeof parse> & {
  /** CDK context for our own app: `-c key=value`. */
  readonly context: Readonly<Record<string, string>>;
};

const DEFAULT_DATA = '.rollcall';

export const USAGE = `Usage: npm run dev -- [--port ${DEFAULT_PORT}] [--data ${DEFAULT_DATA}] [--assembly DIR …] [-c key=value …] [--fresh] [--repair] [--json]

  --port N          port on 127.0.0.1; 0 takes a free one
  --data DIR        folder that keeps all state
  --assembly DIR    cloud assembly to load (repeatable); without it, Rollcall's own app is synthesized
  -c key=value      CDK context for Rollcall's own app (repeatable)
  --fresh           forget the state in the data folder first
  --repair          set aside what is damaged in the data folder, and go on with the rest
  --json            say where it listens as one JSON object`;

export function parseArguments(words: readonly string[]): DevArguments {
  const args = parse(words, { data: DEFAULT_DATA, others: ['--context', '-c'] });
  if (args.assemblies.length > 0 && args.others.length > 0) {
    throw new UsageError('-c is for Rollcall’s own app, which is not synthesized when --assembly is given.');
  }
  return { ...args, context: Object.fromEntries(args.others.map(pairOf)) };
}

function pairOf(value: string): [key: string, value: string] {
  const equals = value.indexOf('=');
  if (equals < 1) throw new UsageError(`-c is ${value}; it must be key=value.`);
  return [value.slice(0, equals), value.slice(equals + 1)];
}
