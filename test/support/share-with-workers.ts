import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { CloudChild } from './cloud-child.ts';
import { synthesizeAssemblies } from './synthesize-assemblies.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where workers ask for what they share. */
    sharedAt: string;
  }
}

export interface Shared {
  /** Those of `synthesizeAssemblies`. */
  readonly assemblies: string[];
  /** One local cloud with these assemblies. */
  readonly cloud: { readonly endpoint: string; readonly dataDir: string };
}

const MEMORY = '/dev/shm';
/** Several times what the tests have at once. */
const ROOM = 4 * 1024 ** 3;

/** Makes each thing when the first worker asks for it, and removes all of them when the tests are over. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join((await hasRoom(MEMORY)) ? MEMORY : tmpdir(), 'rollcall-tests-'));
  // All that tests and what they start make for a while, and forget.
  process.env.TMPDIR = join(folder, 'tmp');
  await mkdir(process.env.TMPDIR);
  let child: CloudChild | undefined;
  const assemblies = once(async () => (await synthesizeAssemblies(join(folder, 'assemblies'))).assemblies);
  const cloud = once(async () => {
    const dataDir = join(folder, 'data');
    child = new CloudChild(dataDir, await assemblies());
    return { endpoint: await child.open(), dataDir };
  });
  const things: { [Name in keyof Shared]: () => Promise<Shared[Name]> } = { assemblies, cloud };
  const server = createServer(async ({ url = '' }, response) => {
    try {
      response.end(JSON.stringify(await things[url.slice(1) as keyof Shared]()));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('sharedAt', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await child?.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Tests make and remove a hundred thousand small files, which takes the system far less time in memory than on a disk. */
async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) >= ROOM;
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
