import { describe, expect, it } from 'vitest';
import { paintWith } from '../../../cli/terminal/colour.ts';
import { progressLine, progressReporter } from '../../../cli/terminal/progress-bar.ts';
import { Terminal } from '../../../cli/terminal/terminal.ts';
import { textWidth } from '../../../cli/terminal/text-width.ts';
import type { RunControlAnswer } from '../../../contracts/run-control.ts';

const answer = (settled: number, over: Partial<RunControlAnswer> = {}): RunControlAnswer => ({
  evaluationId: 'r',
  status: 'running',
  changed: false,
  progress: {
    total: 50,
    succeeded: settled,
    failed: 0,
    skipped: 0,
    running: 2,
    remaining: 48 - settled,
    percent: settled * 2,
    rowsPerSecond: 8.14,
    etaSeconds: 75,
    averageLatencyMs: 210,
    costUsd: 0.0042,
    tokens: { prompt: 0, completion: 0, total: 0 },
  },
  ...over,
});

function recorded(isTTY: boolean, mode = {}) {
  const said = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({ isTTY, columns: 80, write: (text: string) => (said[name] += text) });
  return { said, terminal: new Terminal({ stdout: stream('stdout'), stderr: stream('stderr'), env: {} }, mode) };
}

it('a terminal that nobody has told its size is 80 wide', () => {
  const stream = { isTTY: true, columns: 0, write: () => true };
  const terminal = new Terminal({ stdout: stream, stderr: stream, env: {} });
  expect([terminal.width, terminal.noteWidth]).toEqual([80, 80]);
});

describe('the progress bar', () => {
  it('shows counts, speed, latency, cost and the time left', () => {
    expect(progressLine(answer(31), 'tickets', 120, paintWith(false))).toBe(
      'tickets ━━━━━━━━━━━━━━━─────────  62% 31/50 · 8.1 rows/s · 210 ms · $0.0042 · 1m 15s left',
    );
  });

  it('fits a narrow terminal', () => {
    expect(
      textWidth(progressLine(answer(31), 'a run with a very long name indeed', 60, paintWith(false))),
    ).toBeLessThan(60);
  });

  it('tells of a bulk job also where not all of it fits', () => {
    const job = {
      id: 'msgbatch_013Zva2CMHLNnXjNJJKqJ2EF',
      submittedAt: new Date().toISOString(),
      count: 500,
      finished: 340,
    };
    const nothing = { rowsPerSecond: 0, costUsd: 0, etaSeconds: undefined, averageLatencyMs: undefined };
    const waiting = answer(0, { progress: { ...answer(0).progress, ...nothing, jobs: [job] } });
    expect(progressLine(waiting, 't', 80, paintWith(false))).toContain('0/50 · bulk job …JKqJ2EF, submitted');
    expect(progressLine(waiting, 't', 120, paintWith(false))).toContain('340 of 500 done');
  });

  it('says when a run is not simply running', () => {
    expect(progressLine(answer(3, { status: 'pausing' }), 't', 120, paintWith(false))).toContain('3/50 · pausing');
  });

  it('is redrawn in place at a terminal', () => {
    const { said, terminal } = recorded(true);
    const bar = progressReporter(terminal, 't');
    bar.update(answer(1));
    bar.update(answer(2));
    bar.end();
    expect(said.stderr).not.toContain('\n');
    expect(said.stderr.endsWith('\r\u001b[2K')).toBe(true);
  });

  it('is a plain line now and then in a log', () => {
    const { said, terminal } = recorded(false);
    let now = 0;
    const bar = progressReporter(terminal, 'tickets', () => now);
    now = 10_000;
    bar.update(answer(0));
    // A first result is worth a line of its own.
    now = 10_500;
    bar.update(answer(1));
    now = 11_000;
    bar.update(answer(2));
    now = 20_000;
    bar.update(answer(3));
    expect(said.stderr.split('\n').filter(Boolean)).toEqual([
      'tickets: running, 0/50 rows, 8.1 rows/s, 210 ms, $0.0042, 1m 15s left',
      'tickets: running, 1/50 rows, 8.1 rows/s, 210 ms, $0.0042, 1m 15s left',
      'tickets: running, 3/50 rows, 8.1 rows/s, 210 ms, $0.0042, 1m 15s left',
    ]);
  });

  it.each([{ quiet: true }, { json: true }])('is silent with %o', (mode) => {
    const { said, terminal } = recorded(true, mode);
    progressReporter(terminal, 't').update(answer(1));
    expect(said).toEqual({ stdout: '', stderr: '' });
  });
});
