import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, createCloud } from 'local-cloud/services';
import { afterAll } from 'vitest';

type CloudOptions = Parameters<typeof createCloud>[0];

interface ServiceCloud {
  readonly cloud: Cloud;
  /** What clients of it are made with. */
  readonly settings: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
}

/** Some services of the local cloud, with no stack on them, until the test file ends. */
export async function startServices(
  services: CloudOptions['services'],
  options: Pick<CloudOptions, 'throttle'> = {},
): Promise<ServiceCloud> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-services-'));
  const cloud = await createCloud({ dataDir, port: 0, authorize: () => {}, services, ...options });
  afterAll(async () => {
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { cloud, settings: { endpoint: cloud.endpoint, region: 'us-east-1', credentials } };
}
