import { describe, expect, it } from 'vitest';
import { runOf } from '../../functions/api/run-shape.ts';
import { halvesOf } from '../../web/pages/home/dropped-monitors.tsx';
import { groupsOf } from '../../web/pages/runs/run-groups.ts';
import { titleOf } from '../../web/parts/run-name.tsx';
import { changesOf, isClear, ratesOf, seriesOf } from '../../web/parts/run-series.ts';
import { pastRun } from '../support/past-run.ts';
import { runRecordOf } from '../support/run-record.ts';

type Fields = Partial<Parameters<typeof runRecordOf>[0]>;

const past = (evaluation_id: string, passed: number, fields: Fields = {}) =>
  runOf(pastRun({ hoursAgo: 1, passed }, { evaluation_id, target_name: 'sorter', dataset_id: 'tickets', ...fields }));

describe('runs of one target over one dataset', () => {
  it('are compared with the graded run of as many rows before them', () => {
    const going = runOf(runRecordOf({ evaluation_id: 'going', target_name: 'sorter', dataset_id: 'tickets' }));
    const sample = past('sample', 10, { total: 10 });
    const runs = [
      going,
      past('c', 70),
      sample,
      past('other', 20, { dataset_id: 'mails' }),
      past('b', 88),
      past('a', 62),
    ];
    const changes = changesOf(runs);
    expect([...changes.keys()].sort()).toEqual(['b', 'c']);
    expect(changes.get('c')?.before.evaluationId).toBe('b');
    expect(changes.get('c')?.difference).toBeCloseTo(-0.18);
    expect(changes.get('c')?.isClear).toBe(true);
  });

  it('are a series with its pass rates in the order of time', () => {
    const [sorter, mails] = seriesOf([past('b', 88), past('other', 20, { dataset_id: 'mails' }), past('a', 62)]);
    expect(ratesOf(sorter?.runs ?? [])).toEqual([0.62, 0.88]);
    expect(mails?.runs).toHaveLength(1);
  });

  it('differ clearly only by more than chance explains', () => {
    expect(
      isClear([
        { share: 0.5, rows: 20 },
        { share: 0.65, rows: 20 },
      ]),
    ).toBe(false);
    expect(
      isClear([
        { share: 0.5, rows: 2000 },
        { share: 0.65, rows: 2000 },
      ]),
    ).toBe(true);
    expect(
      isClear([
        { share: 0, rows: 0 },
        { share: 1, rows: 10 },
      ]),
    ).toBe(false);
  });
});

describe('a list of runs', () => {
  it('is grouped by target and dataset, or by experiment, the newest group first', () => {
    const runs = [past('c', 1, { experiment_id: 'prompts' }), past('b', 2, { dataset_id: 'mails' }), past('a', 3)];
    const named = (id: string) => id.toUpperCase();
    expect(groupsOf(runs, 'target', named)).toMatchObject([
      { title: 'sorter', about: 'TICKETS', rates: [0.03, 0.01], path: '/runs?target=sorter&dataset=tickets' },
      { title: 'sorter', about: 'MAILS' },
    ]);
    expect(groupsOf(runs, 'experiment', named)).toMatchObject([
      { title: 'prompts', path: '/experiments/prompts' },
      { title: 'No experiment', about: '2 runs' },
    ]);
    expect(groupsOf(runs, 'none', named)).toBeUndefined();
  });

  it('calls a run by its name, else by its target, and below its target by its time', () => {
    const run = past('a', 1);
    expect(titleOf({ ...run, name: 'Prompt v7' })).toBe('Prompt v7');
    expect(titleOf(run)).toBe('sorter');
    expect(titleOf(run, 'sorter')).toMatch(/^[A-Z][a-z]{2} \d+, \d\d:\d\d$/);
  });
});

describe('a monitor’s last results', () => {
  it('are halved, the newer half first, when there are enough to tell', () => {
    const results = Array.from({ length: 40 }, (_, at) => ({ passed: at >= 20 }));
    expect(halvesOf([...results, { passed: null }])).toEqual({
      after: { share: 0, rows: 20 },
      before: { share: 1, rows: 20 },
    });
    expect(halvesOf(results.slice(0, 19))).toBeUndefined();
  });
});
