import { beforeAll, describe, expect, it } from 'vitest';
import { mayAct, ROLES } from '../../../contracts/role.ts';
import { routes } from '../../../functions/api/routes/index.ts';
import { ApiClient } from '../../support/api-client.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';

/** What tenant A has; each name is a marker that must not show up anywhere else. */
const OWNED = { id: 'secret-of-a', row: '0', keyId: '', importId: '' };

/** Bodies that a handler gets to see; all others are empty objects. */
const BODIES: Record<string, unknown> = {
  'POST /api/v1/runs': { datasetId: OWNED.id, configId: OWNED.id },
  'POST /api/v1/runs/{id}/concurrency': { maxConcurrency: 2 },
  'PUT /api/v1/configs/{id}': {
    executionMode: 'tool',
    toolLambdaArn: 'arn:aws:lambda:us-east-1:000000000000:function:x',
  },
  'PUT /api/v1/targets/{integration}/{action}': {
    executionMode: 'tool',
    toolLambdaArn: 'arn:aws:lambda:us-east-1:000000000000:function:x',
    description: 'Does it',
    inputSchema: { type: 'object' },
  },
  'POST /api/v1/targets/{integration}/{action}/try': { input: {} },
  'PUT /api/v1/monitors/{name}': { level: 'trace', evaluators: [{ type: 'contains', value: 'x' }] },
  'POST /api/v1/monitors/{name}/backfill': { from: '2026-01-01T00:00:00Z' },
  'POST /api/v1/keys': { name: 'mine' },
  'POST /api/v1/uploads': { fileName: 'mine.csv' },
  'PUT /api/v1/runs/{id}/rows/{row}/mark': { verdict: 'right' },
  'POST /api/v1/runs/{id}/score': { evaluators: ['exact'] },
  'POST /api/v1/estimate': { run: { datasetId: OWNED.id, configId: OWNED.id } },
};

/** The same name is free in another tenant. */
const MAKES_ITS_OWN = [
  'PUT /api/v1/configs/{id}',
  'PUT /api/v1/targets/{integration}/{action}',
  'PUT /api/v1/monitors/{name}',
];

let cloud: RollcallCloud;
let anyone: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  const owner = await ApiClient.create(cloud, 'walk-a');
  stranger = await ApiClient.create(cloud, 'walk-b');
  anyone = new ApiClient(owner.url);
  for (const name of MAKES_ITS_OWN) {
    const [method = '', path = ''] = name.split(' ');
    await owner.data(method, filled(path), BODIES[name]);
  }
  await owner.data('POST', 'datasets', { rows: [{ a: OWNED.id }], name: OWNED.id });
  OWNED.keyId = (await owner.data<{ keyId: string }>('POST', 'keys', { name: OWNED.id })).keyId;
  const { uploadId } = await owner.data<{ uploadId: string }>('POST', 'uploads', { fileName: `${OWNED.id}.csv` });
  const { importId } = await owner.data<{ importId: string }>('POST', 'datasets/preview', { rows: [{ a: OWNED.id }] });
  OWNED.importId = importId;
  BODIES['POST /api/v1/datasets'] = BODIES['POST /api/v1/datasets/preview'] = { uploadId };
  const run = { evaluation_id: `walk-a..${OWNED.id}`, dataset_id: `walk-a..${OWNED.id}`, status: 'completed' as const };
  await cloud.runs.create(runRecordOf({ ...run, finished_at: '2026-01-01T00:00:00Z' }));
});

const label = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const filled = (path: string) =>
  path
    .replace('imports/{id}', 'imports/{importId}')
    .replace(/\{(\w+)\}/g, (_, name: string) => OWNED[name as keyof typeof OWNED] ?? OWNED.id);
const bodyFor = (route: (typeof routes)[number]) => (route.method === 'GET' ? undefined : (BODIES[label(route)] ?? {}));

describe.each(routes.map((route) => [label(route), route] as const))('%s', (name, route) => {
  it('is closed to who has no key, or one of too low a role', async () => {
    const refused = await anyone.send(route.method, filled(route.path), bodyFor(route));
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'Unauthorized']);
    const lower = ROLES.filter((role) => !mayAct(role, route.role)).at(-1);
    if (!lower) return;
    const weak = await ApiClient.create(cloud, 'walk-a', lower);
    const forbidden = await weak.send(route.method, filled(route.path), bodyFor(route));
    expect([forbidden.status, forbidden.body.error?.code]).toEqual([403, 'Forbidden']);
  });

  it('shows nothing of another tenant', async () => {
    if (MAKES_ITS_OWN.includes(name)) {
      const third = await ApiClient.create(cloud, 'walk-c');
      return expect((await third.send(route.method, filled(route.path), bodyFor(route))).status).toBe(200);
    }
    const { status, body } = await stranger.send(route.method, filled(route.path), bodyFor(route));
    if (route.path.includes('{')) expect([name, status, body.error?.message]).toEqual([name, 404, expect.anything()]);
    if (JSON.stringify(bodyFor(route) ?? {}).includes('uploadId')) expect(status).toBe(404);
    expect(JSON.stringify(body.data ?? {})).not.toContain(OWNED.id);
    expect(JSON.stringify(body.error ?? {})).not.toContain('walk-a');
  });
});
