import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RUN_STATUSES } from '../../../domain/run-records/run-record.ts';
import { createRunObserver, type RunObserver } from '../../../functions/shared/run-observer.ts';
import { summaryOf } from '../../support/summary.ts';

/** What the observer writes, line by line. */
function linesOf(tell: (observer: RunObserver) => void): Record<string, unknown>[] {
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  for (const level of ['log', 'info'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  }
  const metrics = new Metrics({ namespace: 'Rollcall' });
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions({ stage: 'test' });
  tell(createRunObserver(new Logger(), metrics));
  return lines.map((line) => JSON.parse(line));
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const summary = summaryOf({
  evaluationId: 'run-1',
  status: 'completed',
  reason: 'Athena stumbled over ROW TEXT',
  total: 3,
  succeeded: 2,
  failed: 1,
  tokens: { prompt: 1, completion: 2, total: 3 },
  costUsd: 0.5,
  durationMs: 900,
  errors: { permanent: 1 },
});
const record = { evaluation_id: 'run-1', execution_mode: 'tool' as const };

describe('the end of a run', () => {
  it.each([
    ['completed', 'RunsCompleted'],
    ['halted', 'RunsHalted'],
    ['cancelled', 'RunsCancelled'],
    ['failed', 'RunsFailed'],
  ] as const)('as %s is counted by %s, in stage and mode', (status, metric) => {
    const [line] = linesOf((observer) => observer.ended(record, { ...summary, status }));
    expect(line).toMatchObject({ evaluationId: 'run-1', stage: 'test', executionMode: 'tool', RunDuration: 900 });
    expect(line).toHaveProperty(metric, 1);
    expect(Object.keys(line ?? {}).filter((name) => name.startsWith('Runs'))).toEqual([metric]);
  });

  it('is logged with its figures and without its reason, which may quote a row', () => {
    const lines = linesOf((observer) => observer.ended(record, summary));
    expect(lines[1]).toMatchObject({
      message: 'Run ended',
      evaluationId: 'run-1',
      failed: 1,
      errors: { permanent: 1 },
    });
    expect(JSON.stringify(lines)).not.toContain('ROW TEXT');
  });
});

describe('a command on a run', () => {
  const request = (action: 'pause' | 'status') => ({ action, evaluationId: 'run-1' });
  const answer = {
    evaluationId: 'run-1',
    status: RUN_STATUSES[2],
    changed: true,
    progress: {
      total: 0,
      succeeded: 0,
      failed: 0,
      skipped: 0,
      running: 0,
      remaining: 0,
      percent: 0,
      rowsPerSecond: 0,
      costUsd: 0,
      tokens: { prompt: 0, completion: 0, total: 0 },
    },
  };

  it('is logged', () => {
    const [line] = linesOf((observer) => observer.controlled(request('pause'), answer));
    expect(line).toMatchObject({ evaluationId: 'run-1', action: 'pause', status: 'pausing', changed: true });
  });

  it('that only looks is not', () => {
    expect(linesOf((observer) => observer.controlled(request('status'), answer))).toEqual([]);
  });
});
