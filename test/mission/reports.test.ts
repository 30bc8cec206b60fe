import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { junitReport } from '../../cli/reports/junit.ts';
import { markdownReport } from '../../cli/reports/markdown.ts';
import { nextSteps } from '../../cli/reports/next-steps.ts';
import { printReport } from '../../cli/reports/print-report.ts';
import { printRow } from '../../cli/reports/print-row.ts';
import type { RunReport } from '../../cli/reports/run-report.ts';
import { Terminal } from '../../cli/terminal/terminal.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { HaltedBy } from '../../domain/run-records/run-record.ts';
import { settledRow } from '../support/exports.ts';
import { summaryOf } from '../support/summary.ts';

const row = {
  row_index: 6,
  sample_id: 'T-<007>',
  status: 'failed',
  input: '{"subject":"Login"}',
  error_name: 'TargetFailed',
  error_message: 'a | b\n"quoted" & <b>bold</b> \u0000\ud800',
} as ResultRow;

const wrong = {
  row_index: 2,
  sample_id: 'T-2',
  status: 'succeeded',
  input: '{"subject":"It crashes"}',
  expected: 'bug',
  actual_output: 'feature',
  passed: false,
  scores: JSON.stringify({ judge: { score: 0.2, passed: false, reason: 'A crash is a bug.' } }),
} as ResultRow;
const right = { ...wrong, row_index: 3, sample_id: 'T-3', passed: true, scores: null } as ResultRow;
const skipped = { row_index: 9, sample_id: 'T-9', status: 'skipped', error_name: 'BudgetSpent' } as ResultRow;

const report: RunReport = {
  evaluationId: 'tickets-1',
  name: 'tickets & more',
  status: 'completed',
  summary: summaryOf({
    evaluationId: 'tickets-1',
    status: 'completed',
    total: 20,
    succeeded: 19,
    failed: 1,
    passRate: 0.85,
    passed: 17,
    compared: 20,
    passedBy: 'expected',
    wrong: 2,
    latencyMs: { mean: 100, p50: 100, p95: 400, p99: 500 },
    costUsd: 0.5,
    durationMs: 1500,
    workMs: 1500,
    errors: { permanent: 1 },
  }),
  failedRows: [row],
  wrongRows: [wrong],
  rows: [wrong, right, row, skipped],
  results: 20,
  verdicts: [
    { name: 'minPassRate', limit: 0.9, actual: 0.85, outcome: 'failed', met: false, blocks: true },
    { name: 'maxCostUsd', limit: 1, actual: 0.5, outcome: 'passed', met: true, blocks: false },
  ],
};

describe('The JUnit report for CI', () => {
  it('is XML, whatever text the rows hold', () => {
    expect(XMLValidator.validate(junitReport(report))).toBe(true);
  });

  const suiteOf = (told: RunReport) =>
    new XMLParser({ ignoreAttributes: false }).parse(junitReport(told)).testsuites.testsuite;

  it('lists every row once: passed, failed, error and skipped, and says how many it leaves out', () => {
    const suite = suiteOf(report);
    expect([suite['@_tests'], suite['@_failures'], suite['@_time']]).toEqual(['7', '2', '1.500']);
    expect([suite['@_errors'], suite['@_skipped']]).toEqual(['1', '1']);
    const [run, passRate, cost, wrongRow, rightRow, failed, skippedRow] = suite.testcase;
    expect(run['@_name']).toBe('tickets & more completes');
    expect(passRate.failure['@_message']).toBe('minPassRate is 0.85, required: 0.9');
    expect(cost.failure).toBeUndefined();
    const told = 'expected: bug · answered: feature · judge: A crash is a bug.';
    expect(wrongRow.failure['@_message']).toBe(told);
    expect(rightRow).toEqual({ '@_classname': 'rows', '@_name': 'row 4 T-3' });
    expect(failed.error['@_message']).toContain('TargetFailed: a | b');
    expect(skippedRow.skipped['@_message']).toBe('BudgetSpent');
    expect(suite['system-out']).toMatch(/^16 /);
  });

  it('has no failure for a row that failed grading unless an unmet threshold is about it', () => {
    const failuresOf = (name: 'minPassRate' | 'minScore.judge' | 'minScore.other' | 'maxP95Ms', met: boolean) => {
      const outcome = met ? 'passed' : 'failed';
      const verdict = { name, limit: 0.5, actual: 0.4, outcome, met, blocks: !met } as const;
      return suiteOf({ ...report, verdicts: [verdict] })['@_failures'];
    };
    expect(failuresOf('minPassRate', true)).toBe('0');
    // The threshold itself, and where it is about grading the row too.
    expect(failuresOf('maxP95Ms', false)).toBe('1');
    expect(failuresOf('minScore.other', false)).toBe('1');
    expect(failuresOf('minScore.judge', false)).toBe('2');
    expect(failuresOf('minPassRate', false)).toBe('2');
  });

  it('reports a gate that the rows cannot decide as skipped, and one that was not measured as an error', () => {
    const gate = { name: 'maxRegression', limit: 0.02, met: false } as const;
    const undecided = { ...gate, outcome: 'inconclusive', blocks: false, actual: 0.06, reason: '50 rows.' } as const;
    const unmeasured = { ...gate, outcome: 'error', blocks: true, reason: 'No graded row.' } as const;
    const text = junitReport({ ...report, verdicts: [undecided, unmeasured] });
    expect(text).toContain('<skipped message="maxRegression is 0.06, required: 0.02. 50 rows."/>');
    expect(text).toContain('<error message="maxRegression is unknown, required: 0.02. No graded row."/>');
    const markdown = markdownReport({ ...report, verdicts: [undecided] });
    expect(markdown.startsWith('### ⚠️ ')).toBe(true);
    expect(markdown).toContain('| maxRegression | 0.02 | 0.06 | ⚠️ inconclusive |');
    expect(markdown).toContain('- 50 rows.');
    expect(markdownReport({ ...report, verdicts: [undecided, unmeasured] })).toMatch(/^### ❌ /);
  });

  it('reports a run that did not complete', () => {
    const halted = { ...report, status: 'halted', reason: 'The budget is spent.' } as const;
    expect(junitReport(halted)).toContain('<failure message="halted: The budget is spent."/>');
  });
});

describe('The Markdown summary for a pull request', () => {
  it('holds figures, thresholds and failed rows', () => {
    const text = markdownReport(report);
    expect(text).toContain('### ❌ tickets &amp; more: completed');
    expect(text).toContain('| 20 | 19 | 1 | 0 | 85.0% (17 of 20) | 100 ms | 400 ms | $0.50 |');
    expect(text).toContain('| minPassRate | 0.9 | 0.85 | ❌ |');
    expect(text).toContain('| maxCostUsd | 1 | 0.5 | ✅ |');
    expect(text).toContain('<summary>2 rows failed<');
    expect(text).toContain('| 3 | T-2 | It crashes | bug | feature | judge: A crash is a bug. |');
    expect(text).toContain('… and 1 row more.');
  });

  it('lets no text of a row end a cell or be HTML', () => {
    const line = markdownReport(report)
      .split('\n')
      .find((text) => text.includes('TargetFailed'));
    expect(line).toContain('T-&lt;007&gt; | Login | TargetFailed: a \\| b "quoted" &amp; &lt;b&gt;bold');
  });

  it('lets no text of a row call people, show a picture or end a cell behind a backslash', () => {
    const answer = '@everyone ![x](https://a.example/seen.png) a\\|b `c';
    const text = markdownReport({ ...report, wrongRows: [{ ...wrong, actual_output: answer }] });
    expect(text).toContain('| &#64;everyone !\\[x\\](https://a.example/seen.png) a\\\\\\|b \\`c |');
  });
});

describe('A row at a terminal', () => {
  const shown = (actual_output: string, execution_mode = 'endpoint') => {
    let said = '';
    const stream = { isTTY: false, write: (text: string) => (said += text) };
    const told = settledRow('tickets-1', 0, { expected: 'bug', actual_output, execution_mode } as Partial<ResultRow>);
    printRow(new Terminal({ stdout: stream, stderr: stream, env: {} }), told, undefined);
    return said;
  };

  it('whose answer is a whole object says how to compare a field of it', () => {
    expect(shown('{"model":"m","label":"bug"}')).toMatch(/mappings: { output: body\.label } in\s+eval\.yaml/);
    expect(shown('{"label":"bug"}', 'tool')).toMatch(/mappings: { output: label } in\s+eval\.yaml/);
    expect(shown('{"label":"question"}')).not.toContain('mappings');
    expect(shown('feature')).not.toContain('mappings');
  });
});

describe('The next steps after a stopped run', () => {
  const stepsOf = (haltedBy: HaltedBy, figures: object) =>
    nextSteps({ ...report, status: 'halted', summary: { ...summaryOf(report), ...figures, haltedBy } }, '--aws');

  it('raise a spent budget to what the remaining rows are likely to cost', () => {
    const spent = { costUsd: 0.105, succeeded: 10, failed: 0, skipped: 30 };
    expect(stepsOf('budget', spent)[0]).toMatch(/^rollcall resume tickets-1 --budget 0\.47 --aws /);
  });

  it('are none for resume where it would be halted again by the next row', () => {
    expect(stepsOf('unknown-cost', {}).join()).not.toContain('resume');
  });

  it('retry failed rows and resume skipped ones, unless none is left', () => {
    expect(stepsOf('early-stop', { failed: 20, skipped: 0 }).join()).not.toContain('resume');
    expect(stepsOf('early-stop', { failed: 20, skipped: 5 }).join()).toMatch(
      /retry tickets-1 --aws .*resume tickets-1 --aws/,
    );
    expect(stepsOf('errors', { skipped: 5 })).toMatchObject([expect.stringContaining('resume tickets-1')]);
    expect(nextSteps(report, '')).toEqual([]);
  });
});

describe('The report at a terminal', () => {
  it('shows each error once, whole, with its rows and what to do', () => {
    let said = '';
    const stream = { isTTY: true, columns: 60, write: (text: string) => (said += text) };
    const message = 'HTTP 429: you are calling far too often for the plan that this key has, come back later';
    const failedRows = Array.from({ length: 7 }, (_, n) => ({
      ...row,
      row_index: n,
      error_name: 'TargetThrottled',
      error_message: message,
    }));
    printReport(new Terminal({ stdout: stream, stderr: stream, env: { NO_COLOR: '1' } }, {}), {
      ...report,
      failedRows,
    });
    expect(said).toContain('  7 × TargetThrottled  rows 1, 2, 3, 4, 5, …\n');
    expect(said.replace(/\n +/g, ' ')).toContain(message);
    expect(said.replace(/\n +/g, ' ')).toContain('→ Lower executor.maxConcurrency');
    expect(said.split('\n').every((line) => line.length <= 60 || !/^ {6}/.test(line))).toBe(true);
  });
});
