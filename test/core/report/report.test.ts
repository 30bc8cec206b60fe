import { describe, expect, it } from 'vitest';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { comparisonReport } from '../../../core/report/comparison-report.ts';
import type { ReportedRun } from '../../../core/report/parts.ts';
import { runReport } from '../../../core/report/run-report.ts';
import { chartsOfRows } from '../../../core/rows/charts-of-rows.ts';

const HOSTILE = `</style></title><script>alert(1)</script><img src=x onerror=alert(1)>"'&\u202Eevil\u0000`;

const row = (rowIndex: number, passed: boolean, text: string): IndexRow => ({
  rowIndex,
  sampleId: `s${rowIndex}`,
  status: 'succeeded',
  attempts: 1,
  input: JSON.stringify({ text }),
  expected: text,
  actualOutput: passed ? text : `${text} not`,
  errorClass: null,
  errorName: null,
  errorMessage: null,
  latencyMs: 100 * rowIndex,
  totalTokens: null,
  costUsd: 0.5,
  passed,
  scores: JSON.stringify({ [text]: { score: passed ? 1 : 0, passed, reason: text } }),
  trial: 0,
  variant: '',
  finishedAt: null,
  metadata: JSON.stringify({ [text]: rowIndex % 2 ? text : 'b' }),
});

const failed = (text: string): IndexRow => ({
  ...row(9, false, text),
  status: 'failed',
  errorName: text,
  errorMessage: `Traceback (most recent call last):\n  ${text}\n${text}`,
});

const run = (text: string): ReportedRun => ({
  evaluationId: text,
  name: text,
  targetName: text,
  datasetId: text,
  status: 'completed',
  startedAt: '2026-01-01T00:00:00Z',
  reason: text,
  config: {},
});

/** All tags and attributes that a report may have. */
const TAGS = /<\/?([\w!-]+)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/g;

const elementsOf = (report: string): Set<string> => new Set([...report.matchAll(TAGS)].map(([, name = '']) => name));

describe('a report', () => {
  const rowsOf = (text: string) => [...Array.from({ length: 8 }, (_, n) => row(n, n > 3, text)), failed(text)];
  const better = (text: string) => Array.from({ length: 8 }, (_, n) => row(n, n < 6, text));

  it.each([
    ['of a run', (text: string) => runReport(run(text), chartsOfRows(rowsOf(text)), rowsOf(text))],
    [
      'of two runs',
      (text: string) =>
        comparisonReport({ run: run(`${text} 1`), rows: rowsOf(text) }, { run: run(`${text} 2`), rows: better(text) }),
    ],
  ])('%s shows hostile text as text: it makes no element that harmless text does not make', (_, reportOf) => {
    const [hostile, harmless] = [reportOf(HOSTILE), reportOf('harmless'.padEnd(HOSTILE.length, ' x'))];
    expect(elementsOf(hostile)).toEqual(elementsOf(harmless));
    expect(hostile.match(/</g)).toHaveLength(harmless.match(/</g)?.length ?? 0);
    expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    // No reordered line, and no byte that ends a text for some readers.
    expect(hostile).not.toMatch(/[\u202E\0]/);
    // It loads nothing and runs nothing, even where an escape was forgotten.
    expect(harmless).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(harmless).not.toMatch(/https?:|<script|<link|url\(/);
  });
});
