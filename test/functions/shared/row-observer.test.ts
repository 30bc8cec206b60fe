import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callerEventSchema } from '../../../contracts/caller.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { buildResultRow, type Settlement } from '../../../core/result-row.ts';
import { createRowObserver } from '../../../functions/shared/row-observer.ts';

const event = (trace = false) =>
  callerEventSchema.parse({
    executionId: 'child',
    row: { sample_id: 's-7', row_index: 7, input: '{"q":"ROW TEXT"}', expected: 'ROW TEXT' },
    run: {
      evaluationId: 'run-1',
      attempt: 1,
      datasetId: 'd',
      targetName: 't',
      executionMode: 'agent',
      timeoutSeconds: 5,
      retryPolicy: {},
      stopOnError: 'continue',
      errorThreshold: 1,
      trace,
    },
  });

/** What the observer writes for a settlement, line by line. */
function linesFor(settlement: Omit<Settlement, 'startedAt' | 'finishedAt'>, trace = false): Record<string, unknown>[] {
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  const lines: string[] = [];
  for (const level of ['log', 'info'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  }
  const metrics = new Metrics({ namespace: 'Rollcall' });
  metrics.clearDefaultDimensions();
  metrics.setDefaultDimensions({ stage: 'test' });
  const given = event(trace);
  const row = buildResultRow(given.run, given.row, { startedAt: 'a', finishedAt: 'b', ...settlement });
  createRowObserver(new Logger(), metrics).settled(given, row, 321);
  return lines.map((line) => JSON.parse(line));
}

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
  it('is told in embedded metrics with few dimensions and its ids as fields', () => {
    const [metric] = linesFor({ status: 'succeeded', calls: 3, answer });
    expect(metric).toMatchObject({
      stage: 'test',
      executionMode: 'agent',
      evaluationId: 'run-1',
      sampleId: 's-7',
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
