import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../../test/support/api-client.ts';
import { synthesizeAssemblies } from '../../test/support/synthesize-assemblies.ts';
import { startCloud } from '../evaluation/start-cloud.ts';
import { startSampleEndpoint } from './sample-endpoint.ts';
import { seedConsole } from './seed-console.ts';
import { seedHistory } from './seed-history.ts';

export interface OpenConsole {
  readonly url: string;
  readonly key: string;
  /** Of a tenant that has nothing yet. */
  readonly emptyKey: string;
  /** Runs, datasets and jobs by what they are there for. */
  readonly ids: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A console on a local cloud of its own, with something in it to look at. */
export async function openConsole(rows = 10_000): Promise<OpenConsole> {
  const { assemblies, remove } = await synthesizeAssemblies();
  const cloud = await startCloud(await mkdtemp(join(tmpdir(), 'rollcall-console-')), assemblies);
  const endpoint = await startSampleEndpoint();
  const api = await ApiClient.create(cloud);
  const { key: emptyKey = '' } = await ApiClient.create(cloud, 'nobody');
  await seedHistory(cloud);
  const ids = await seedConsole(api, endpoint.url, rows);
  const close = async () => {
    endpoint.close();
    await cloud.close();
    await remove();
  };
  return { url: api.url, key: api.key ?? '', emptyKey, ids, close };
}
