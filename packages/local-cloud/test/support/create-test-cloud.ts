import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CloudOptions, createCloud } from '../../src/create-cloud.ts';
import { type Credentials, LOCAL } from './signed.ts';

/** What SDK clients are made with; they call as the administrator unless they are given other keys. */
export const settingsFor = (endpoint: string, credentials: Credentials = LOCAL) => ({
  endpoint,
  region: 'us-east-1',
  credentials,
  maxAttempts: 1,
});

/** Some services, on a data folder of their own if none is named. Everybody may do everything unless a test decides. */
export async function createTestCloud(
  services: CloudOptions['services'],
  options: Partial<Omit<CloudOptions, 'services'>> = {},
) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'local-cloud-test-')));
  const cloud = await createCloud({ port: 0, authorize: () => {}, ...options, dataDir, services });
  return {
    ...cloud,
    dataDir,
    settings: settingsFor(cloud.endpoint),
    /** Ends it, and its data is gone. */
    async remove(): Promise<void> {
      await cloud.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestCloud = Awaited<ReturnType<typeof createTestCloud>>;
