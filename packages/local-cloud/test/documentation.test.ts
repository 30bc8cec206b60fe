import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { harmlessTypes } from '../src/assembly/resources/harmless.ts';
import { handlers } from '../src/assembly/resources/index.ts';
import { createLocalCloud, type LocalCloud } from '../src/create-local-cloud.ts';
import { awsManagedPolicies } from '../src/iam/aws-managed-policies.ts';

const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
let dataDir: string;
let cloud: LocalCloud;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'local-cloud-documentation-'));
  cloud = await createLocalCloud({ data: dataDir, port: 0, assemblies: [] });
});

afterAll(async () => {
  await cloud.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the README', () => {
  it('lists every hosted operation, and none that is not', () => {
    const documented = Object.fromEntries(
      [...page.matchAll(/^\| [^|]+ \(`([a-z0-9]+)`\) \| (.+) \|$/gm)].map(([, service, names = '']) => [
        service,
        names.split(', '),
      ]),
    );
    expect(documented).toEqual(cloud.operations());
  });

  it('lists every type of resource', () => {
    const missing = [...handlers.keys(), ...harmlessTypes.keys()].filter((type) => !page.includes(`\`${type}\``));
    expect(missing).toEqual([]);
  });

  it('lists every property that is accepted and has no effect', () => {
    const documented = new Map(
      [...page.matchAll(/^\| `(AWS::[A-Za-z0-9:]+)` \| (.+) \|$/gm)].map(([, type, names]) => [type, names]),
    );
    for (const { type, ignored = [] } of handlers.values()) {
      expect([type, documented.get(type)?.split(', ') ?? []]).toEqual([type, [...ignored].sort()]);
    }
  });

  it('lists every AWS managed policy that is known', () => {
    const missing = Object.keys(awsManagedPolicies).filter((name) => !page.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });
});
