import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalCloud } from 'local-cloud';
import { DataDirectoryError } from 'local-cloud/errors';
import { CLOUD_OPTIONS } from './cloud-options.ts';
import { type FoundCloud, findLocalCloud } from './find-local-cloud.ts';
import { holdsRollcall } from './holds-rollcall.ts';
import { localContext, synthesizeOnce } from './synthesize-once.ts';

export interface OwnCloudOptions {
  readonly data: string;
  /** Loaded beside Rollcall's own app: the user's agents and tools. */
  readonly assemblies?: readonly string[];
  /** Where Rollcall's own assembly is kept. Default: in the data folder. */
  readonly outdir?: string;
  readonly fresh?: boolean;
  readonly note: (text: string) => void;
}

export interface OwnCloud extends FoundCloud {
  /** Undefined when another command had started it by then. */
  readonly cloud?: LocalCloud;
}

/** As all commands end that could not complete. */
const COMMAND_INCOMPLETE = 3;
/** How long another command that is starting a local cloud on the same folder may take. */
const PATIENCE_MS = 90_000;

/** A local cloud for the time of one command, on the data folder. */
export async function startOwnCloud(options: OwnCloudOptions): Promise<OwnCloud> {
  const { data, outdir = join(resolve(data), 'cdk.out'), assemblies = [], fresh, note } = options;
  const said: string[] = [];
  const { createLocalCloud } = await import('local-cloud');
  try {
    const cloud = await createLocalCloud({
      ...CLOUD_OPTIONS,
      data,
      port: 0,
      fresh,
      assemblies: async () => {
        if (assemblies.some(holdsRollcall)) return assemblies;
        return [await synthesizeOnce(resolve(outdir), { context: localContext() }, note), ...assemblies];
      },
      log: (line) => said.push(line),
      // What the command waits for cannot come any more.
      onLost: (error) => {
        process.stderr.write(`${error.message}\n`);
        process.exit(COMMAND_INCOMPLETE);
      },
    });
    return { endpoint: cloud.endpoint, region: cloud.context.region, cloud };
  } catch (error) {
    if (error instanceof DataDirectoryError && /in use/.test(error.message)) return waitForOther(data, error);
    const lines = [`The local cloud cannot start: ${(error as Error).message}`, ...said.slice(-5)];
    throw new Error(lines.join('\n'), { cause: error });
  }
}

async function waitForOther(data: string, error: Error): Promise<OwnCloud> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    const found = await findLocalCloud(data);
    if (found) return found;
  }
  throw error;
}
