import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callerEventSchema } from '../../../contracts/caller.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { buildResultRow, type Settlement } from '../../../core/result-row.ts';
import { createRowObserver, type RowObserver } from '../../../functions/caller/row-observer.ts';
import { callerRun, datasetRow } from '../caller-cloud.ts';

const row = datasetRow({ sample_id: 's-7', row_index: 7, input: '{"q":"ROW TEXT"}', expected: 'ROW TEXT' });

const eventOf = (trace = false) =>
  callerEventSchema.parse({
    executionId: 'child',
    batch: { index: 3, key: 'rows.jsonl', from: 0, to: 10, count: 1, shard: 0 },
    run: callerRun({ evaluationId: 'run-1', executionMode: 'agent', trace }),
  });

/** What the observer writes when it is told something, line by line. */
function linesOf(tell: (observer: RowObserver) => void): Record<string, unknown>[] {
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  for (const level of ['log', 'info', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  }
  const metrics = new Metrics({ namespace: 'Rollcall' });
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions({ stage: 'test' });
  tell(createRowObserver(new Logger(), metrics));
  return lines.map((line) => JSON.parse(line));
}

type Settled = Omit<Settlement, 'startedAt' | 'finishedAt'>;
const resultOf = (settlement: Settled, trace = false) =>
  buildResultRow(eventOf(trace).run, row, { startedAt: 'a', finishedAt: 'b', ...settlement });

const linesFor = (settlement: Settled, trace = false) =>
  linesOf((observer) => observer.settled(eventOf(trace), [resultOf(settlement, trace)], 321));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const answer = {
  actualOutput: 'ROW TEXT',
  fullResponseBody: 'ROW TEXT',
  latencyMs: 12,
  promptTokens: 3,
  completionTokens: 4,
  totalTokens: 7,
  costUsd: 0.5,
};

describe('a settled row', () => {
  it('is told in embedded metrics with few dimensions and its run as a field', () => {
    const [metric] = linesFor({ status: 'succeeded', calls: 3, answer });
    expect(metric).toMatchObject({
      stage: 'test',
      executionMode: 'agent',
      evaluationId: 'run-1',
      RowsProcessed: 1,
      RowsSucceeded: 1,
      RowRetries: 2,
      RowLatency: 12,
      PromptTokens: 3,
      CompletionTokens: 4,
      Tokens: 7,
      CostUsd: 0.5,
      StagedBytes: 321,
    });
    const { CloudWatchMetrics } = (
      metric as { _aws: { CloudWatchMetrics: [{ Namespace: string; Dimensions: string[][] }] } }
    )._aws;
    expect(CloudWatchMetrics[0].Namespace).toBe('Rollcall');
    expect(CloudWatchMetrics[0].Dimensions).toEqual([['stage', 'executionMode']]);
  });

  it('that failed is told by its class', () => {
    const error = new RollcallError('TargetThrottled', 'ROW TEXT');
    const [metric] = linesFor({ status: 'failed', calls: 1, error });
    expect(metric).toMatchObject({ RowsProcessed: 1, RowsFailed: 1, RowsFailedTransient: 1 });
  });

  it('that was skipped is told as such', () => {
    const [metric] = linesFor({
      status: 'skipped',
      calls: 0,
      error: { name: 'RunHalted', message: 'x', errorClass: null },
    });
    expect(metric).toMatchObject({ RowsProcessed: 1, RowsSkipped: 1, RowRetries: 0 });
    expect(metric).not.toHaveProperty('RowsFailed');
  });

  it('is logged without its text, unless the run asked for it', () => {
    const error = new RollcallError('TargetFailed', 'ROW TEXT');
    for (const settlement of [
      { status: 'succeeded' as const, calls: 1, answer },
      { status: 'failed' as const, calls: 1, answer, error },
    ]) {
      const lines = linesFor(settlement);
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatchObject({ evaluationId: 'run-1', sampleId: 's-7', status: settlement.status });
      expect(JSON.stringify(lines)).not.toContain('ROW TEXT');
    }
    expect(linesFor({ status: 'succeeded', calls: 1, answer }, true)[1]).toMatchObject({ actualOutput: 'ROW TEXT' });
  });
});

describe('a group of settled rows', () => {
  it('is told row by row in the log and together in the metrics, none of them lost', () => {
    const rows = Array.from({ length: 250 }, () => resultOf({ status: 'succeeded', calls: 2, answer }));
    const lines = linesOf((observer) => observer.settled(eventOf(), rows, 321));
    const metrics = lines.filter((line) => '_aws' in line);
    const valuesOf = (name: string) => metrics.flatMap((line) => line[name] ?? []);
    expect(metrics).toHaveLength(3);
    for (const line of metrics) expect(line).toMatchObject({ executionMode: 'agent', evaluationId: 'run-1' });
    for (const name of ['RowsProcessed', 'RowsSucceeded', 'RowRetries', 'RowLatency', 'Tokens', 'CostUsd']) {
      expect(valuesOf(name)).toHaveLength(250);
    }
    expect(valuesOf('StagedBytes')).toEqual([321]);
    expect(lines.filter(({ message }) => message === 'Row settled')).toHaveLength(250);
  });
});

describe('a row that is called again later', () => {
  it('is a metric, and a line that says why and when', () => {
    const retry = { row: 0, calls: 1, notBefore: '2026-11-16T05:00:00.000Z', startedAt: 'a' };
    const [metric, line] = linesOf((observer) => observer.retried(eventOf(), row, retry, 'TargetThrottled'));
    expect(metric).toMatchObject({ RowWaits: 1, executionMode: 'agent', evaluationId: 'run-1' });
    expect(line).toMatchObject({ sampleId: 's-7', calls: 1, notBefore: retry.notBefore, why: 'TargetThrottled' });
    expect(JSON.stringify([metric, line])).not.toContain('ROW TEXT');
  });
});

describe('a batch that waits', () => {
  it('is a line that says for how long and how far it is', () => {
    const resume = { row: 5, byte: 123, entry: 7 };
    const lines = linesOf((observer) => observer.waits(eventOf(), { outcome: 'wait', seconds: 20, resume }));
    expect(lines).toMatchObject([{ evaluationId: 'run-1', batch: 3, seconds: 20, settledTo: 5 }]);
  });
});

describe('a run that is halted', () => {
  it.each([
    ['errors', 'ErrorHalts'],
    ['budget', 'BudgetHalts'],
  ] as const)('by its %s is a metric', (kind, name) => {
    const [metric] = linesOf((observer) => observer.halted(eventOf().run, kind));
    expect(metric).toMatchObject({ [name]: 1, evaluationId: 'run-1' });
  });
});
