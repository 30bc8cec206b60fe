import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalCloud, LocalCloudOptions } from '../create-local-cloud.ts';
import { DataDirectoryError } from '../errors.ts';
import { type LatencyModel, parseLatency } from '../latency.ts';
import { checkOpenFiles } from '../open-files.ts';
import type { Arguments } from './arguments.ts';
import { endOnSignals } from './end-on-signals.ts';
import { fail } from './fail.ts';
import { log } from './log.ts';
import { UsageError } from './usage-error.ts';

export interface ServeOptions {
  readonly arguments: Arguments;
  readonly cloud?: Pick<LocalCloudOptions, 'homeOutput' | 'variables'>;
  /** What the line that says it is ready begins with. */
  readonly name: string;
  /** Makes the caller's own assembly, which is loaded beside those that are named. */
  readonly synthesize?: () => Promise<string>;
  /** What is said after that line, to people. */
  readonly tell?: (cloud: LocalCloud) => Promise<string>;
  /** Ends with the process that has started this one. */
  readonly endWithParent?: boolean;
}

/** A local cloud in the foreground: says in one line on stdout when it is ready, and runs until a signal ends it. */
export async function serve(options: ServeOptions): Promise<void> {
  const { port, data, fresh, repair, json, verbose, ...args } = options.arguments;
  const missing = args.assemblies.find((directory) => !existsSync(join(directory, 'manifest.json')));
  if (missing)
    throw new UsageError(`${missing} is not a cloud assembly: it has no manifest.json. Run cdk synth first.`);

  const latency = args.latency === undefined ? undefined : readLatency(args.latency);

  // What it writes, in whatever way, is for its owner only.
  process.umask(0o077);
  // One failure nobody foresaw must not take the whole cloud down with it.
  process.on('uncaughtException', (error) => log(`Internal failure: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) => log(`Internal failure: ${String(reason)}`));

  const assemblies = async () => [...(options.synthesize ? [await options.synthesize()] : []), ...args.assemblies];
  // The services take a second to load, and open many files; what would fail is told before.
  checkOpenFiles();
  const { createLocalCloud } = await import('../create-local-cloud.ts');
  const starting = createLocalCloud({
    ...options.cloud,
    data,
    port,
    assemblies,
    fresh,
    repair,
    latency,
    ...(args.lambdaConcurrency !== undefined && { limits: { lambdaConcurrency: args.lambdaConcurrency } }),
    log,
    onLost: fail,
    notes: verbose,
  });
  endOnSignals(starting, options.endWithParent);
  const cloud = await starting.catch((error: unknown) => Promise.reject(asUsage(error, port)));
  const { endpoint, context, load } = cloud;
  process.on('SIGUSR2', () => reload(load, assemblies));
  const ready = json ? JSON.stringify({ endpoint, region: context.region, pid: process.pid }) : undefined;
  process.stdout.write(`${ready ?? `${options.name} ready at ${endpoint}`}\n`);
  if (!json && options.tell) process.stdout.write(await options.tell(cloud));
}

function readLatency(file: string): LatencyModel {
  try {
    return parseLatency(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError(`--latency ${file} cannot be used. ${(error as Error).message}`);
  }
}

function reload(load: LocalCloud['load'], assemblies: () => Promise<readonly string[]>): void {
  assemblies()
    .then(load)
    .catch((error: unknown) => log(`Not loaded again: ${error instanceof Error ? error.message : String(error)}`));
}

function asUsage(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} is in use. Choose another one with --port.`);
  if (code === 'EACCES') return new UsageError(`Port ${port} is not allowed. Choose another one with --port.`);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DataDirectoryError(
      `There is no room left on the disk (${(error as Error).message}). Nothing that was stored is lost: free some space and start again, or choose a folder on another disk with --data.`,
    );
  }
  return error;
}
