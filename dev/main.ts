import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LocalCloud } from 'local-cloud';
import { AssemblyError, DataDirectoryError } from 'local-cloud/errors';
import { type DevArguments, parseArguments, USAGE, UsageError } from './arguments.ts';
import { FORMER_MARKERS } from './former-markers.ts';
import { synthesize } from './synthesize.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);

/** How long a clean end may take before it is cut short. */
const GRACE_MS = 2_000;
const PARENT_POLL_MS = 250;

async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const missing = args.assemblies.find((directory) => !existsSync(join(directory, 'manifest.json')));
  if (missing)
    throw new UsageError(`${missing} is not a cloud assembly: it has no manifest.json. Run cdk synth first.`);

  // One failure nobody foresaw must not take the whole cloud down with it.
  process.on('uncaughtException', (error) => log(`Internal failure: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) => log(`Internal failure: ${String(reason)}`));

  // The services take a second to load; a mistake on the command line is told before.
  const { startLocalCloud } = await import('local-cloud');
  const assemblies = () => assembliesOf(args);
  const starting = startLocalCloud({
    dataDir: args.data,
    port: args.port,
    assemblies,
    fresh: args.fresh,
    formerMarkers: FORMER_MARKERS,
    log,
  });
  endOnSignals(starting);
  const cloud = await starting;
  process.on('SIGUSR2', () => reload(cloud, assemblies));
  const { endpoint, context } = cloud;
  const ready = args.json ? JSON.stringify({ endpoint, region: context.region, pid: process.pid }) : undefined;
  process.stdout.write(`${ready ?? `Rollcall local cloud ready at ${endpoint}`}\n`);
}

async function assembliesOf({ assemblies, data, context }: DevArguments): Promise<readonly string[]> {
  return assemblies.length > 0 ? assemblies : [await synthesize(join(resolve(data), 'cdk.out'), context)];
}

function reload(cloud: LocalCloud, assemblies: () => Promise<readonly string[]>): void {
  assemblies()
    .then((directories) => cloud.load(directories))
    .catch((error: unknown) => log(`Not loaded again: ${error instanceof Error ? error.message : String(error)}`));
}

/** The first signal ends cleanly, the second at once. */
function endOnSignals(starting: Promise<LocalCloud>): void {
  let ending = false;
  const end = () => {
    if (ending) process.exit(130);
    ending = true;
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    starting
      .then((cloud) => cloud.close())
      .catch((error: unknown) => log(`While ending: ${String(error)}`))
      .finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.env.npm_lifecycle_event === 'dev') onOrphaned(end);
}

/** npm passes a SIGTERM on to its shell, and the shell to nobody: its end is the only sign that we are to end. */
function onOrphaned(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_POLL_MS).unref();
}

/** A mistake of the caller is one line and exit code 2; an assembly that cannot be loaded is exit code 1. */
function fail(error: unknown, args: readonly string[]): never {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    log(`Port ${portIn(args)} is ${code === 'EACCES' ? 'not allowed' : 'in use'}. Choose another one with --port.`);
    process.exit(2);
  }
  if (error instanceof UsageError || error instanceof DataDirectoryError) {
    log(error.message);
    process.exit(2);
  }
  log(
    error instanceof AssemblyError ? error.message : `The local cloud cannot start: ${String((error as Error)?.stack)}`,
  );
  process.exit(1);
}

const portIn = (args: readonly string[]): number => parseArguments(args).port;

main().catch((error: unknown) => fail(error, process.argv.slice(2)));
