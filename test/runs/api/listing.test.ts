import { beforeAll, describe, expect, it } from 'vitest';
import type { ExperimentList } from '../../../contracts/api/experiments.ts';
import type { Run } from '../../../contracts/api/runs.ts';
import { ownId } from '../../../contracts/tenant.ts';
import { ApiClient } from '../../support/api-client.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';

const TENANT = 'api-listing';

/** By minute: the run, and what is run. */
const RUNS = [
  ['a-old', 'old', 'listed-prompts'],
  ['b-old', 'old', 'listed-models'],
  ['none-1', 'old'],
  ['a-new', 'new', 'listed-prompts'],
  ['b-new', 'new', 'listed-models'],
  ['none-2', 'new'],
  ['b-again', 'new', 'listed-models'],
] as const;

let api: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  const cloud = await RollcallCloud.shared();
  [api, stranger] = await Promise.all([ApiClient.create(cloud, TENANT), ApiClient.create(cloud, 'default')]);
  for (const [minute, [id, target_name, experiment_id]] of RUNS.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const ended = { status: 'completed', started_at: at, finished_at: at } as const;
    await cloud.runs.create(runRecordOf({ evaluation_id: ownId(TENANT, id), target_name, experiment_id, ...ended }));
  }
});

interface RunList {
  readonly runs: Run[];
  readonly cursor?: string;
}

describe('Lists of the API', () => {
  it('give every run once, and take a cursor only for the query that it belongs to', async () => {
    const first = await api.data<RunList>('GET', 'runs?limit=4');
    const second = await api.data<RunList>('GET', `runs?limit=4&cursor=${first.cursor}`);
    const ids = [...first.runs, ...second.runs].map(({ evaluationId }) => evaluationId);
    expect(ids).toEqual(RUNS.map(([id]) => id).toReversed());
    expect(second.cursor).toBeUndefined();
    const other = await api.send('GET', `runs?limit=4&target=old&cursor=${first.cursor}`);
    expect([other.status, other.body.error?.code]).toEqual([400, 'InvalidRequest']);
  });

  it('give every experiment once, where its newest run stands, with the newest run of each variant', async () => {
    const found: ExperimentList['experiments'] = [];
    for (let cursor = ''; ; ) {
      const page = await api.data<ExperimentList>('GET', `experiments?limit=1${cursor && `&cursor=${cursor}`}`);
      expect(page.experiments.length).toBeLessThanOrEqual(1);
      found.push(...page.experiments);
      if (!page.cursor) break;
      cursor = page.cursor;
    }
    expect(found).toMatchObject([
      { experimentId: 'listed-models', variants: [{ evaluationId: 'b-old' }, { evaluationId: 'b-again' }] },
      { experimentId: 'listed-prompts', variants: [{ evaluationId: 'a-old' }, { evaluationId: 'a-new' }] },
    ]);
  });

  it('name experiments and runs of the caller’s tenant only, however they are spelled', async () => {
    for (const id of ['listed-prompts', ownId(TENANT, 'listed-prompts'), 'a-new', ownId(TENANT, 'a-new')]) {
      expect((await stranger.send('GET', `experiments/${id}`)).body.error?.code).toBe('RunNotFound');
      const asBaseline = await api.send(
        'GET',
        `experiments/listed-prompts?baseline=${ownId('default', 'walk-a')}..${id}`,
      );
      expect(asBaseline.body.error?.code).toBe('RunNotFound');
    }
  });
});
