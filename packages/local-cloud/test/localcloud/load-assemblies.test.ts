import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalCloud, type LocalCloud } from '../../src/create-local-cloud.ts';
import { loadInto } from '../../src/load-into.ts';
import { writeAssembly } from '../assembly/write-assembly.ts';
import { signed } from '../support/signed.ts';

let root: string;
let cloud: LocalCloud;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-load-'));
  cloud = await createLocalCloud({ data: join(root, 'data') });
});
afterAll(async () => {
  await cloud?.close();
  rmSync(root, { recursive: true, force: true });
});

const assembly = (stack: string, Type: string) =>
  writeAssembly(join(root, stack), { [stack]: { template: { Resources: { It: { Type } } } } });

it('loads assemblies into the cloud that runs, and says what is wrong with one', async () => {
  const [one, two] = [assembly('One', 'AWS::S3::Bucket'), assembly('Two', 'AWS::SNS::Topic')];
  const reports = await Promise.all([loadInto(cloud.endpoint, [one]), loadInto(cloud.endpoint, [two])]);
  expect(reports.map(([line]) => line)).toEqual([
    'Loaded One: 1 created, 0 updated, 0 unchanged, 0 deleted.',
    'Loaded Two: 1 created, 0 updated, 0 unchanged, 0 deleted.',
  ]);
  await expect(loadInto(cloud.endpoint, [root])).rejects.toThrow('is not a cloud assembly: it has no manifest.json');
  await expect(loadInto(cloud.endpoint, [assembly('Three', 'AWS::EC2::Instance')])).rejects.toThrow(
    'The assembly cannot be hosted',
  );
});

it('is nothing that a web page may do', async () => {
  const headers = {
    ...signed('localcloud', cloud.endpoint, {
      method: 'POST',
      headers: { 'x-amz-target': 'LocalCloud.LoadAssemblies' },
      body: '{}',
    }),
    origin: 'https://example.com',
  };
  const response = await fetch(cloud.endpoint, { method: 'POST', headers, body: '{}' });
  expect(await response.json()).toMatchObject({ __type: 'ForbiddenOrigin' });
});
