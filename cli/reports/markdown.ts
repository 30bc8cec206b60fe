import type { ResultRow } from '../../contracts/result-row.ts';
import { cutText } from '../../core/cut-text.ts';
import { count, milliseconds, plural, totalCost } from '../../core/format.ts';
import { passRateText } from '../../core/pass-rate.ts';
import { rowNumber } from '../../core/row-number.ts';
import { gradingReasons } from '../../core/scoring/verdicts.ts';
import { shortInput } from '../../core/short-input.ts';
import { type RunReport, reasonOf } from './run-report.ts';

const ROWS_SHOWN = 20;
const SIGNS = { passed: '✅', failed: '❌', inconclusive: '⚠️ inconclusive', error: '❌ not measured' };

export function markdownReport(report: RunReport): string {
  const { name, evaluationId, status, reason, summary, verdicts } = report;
  const isBad = status !== 'completed' || verdicts.some(({ blocks }) => blocks);
  const sign = isBad ? '❌' : verdicts.every(({ met }) => met) ? '✅' : '⚠️';
  const lines = [`### ${sign} ${cell(name)}: ${status}`, ''];
  if (reason) lines.push(cell(reason), '');
  if (summary) {
    lines.push(
      '| rows | answered | errors | skipped | pass rate | p50 | p95 | cost |',
      '|---:|---:|---:|---:|---:|---:|---:|---:|',
      `| ${[
        count(summary.total),
        count(summary.succeeded),
        count(summary.failed),
        count(summary.skipped),
        passRateText(summary) ?? '–',
        milliseconds(summary.latencyMs.p50),
        milliseconds(summary.latencyMs.p95),
        totalCost(summary),
      ].join(' | ')} |`,
      '',
    );
  }
  const scores = Object.entries(summary?.scores ?? {});
  if (scores.length > 0) {
    lines.push('| evaluator | mean score | passed | scored | errors |', '|---|---:|---:|---:|---:|');
    for (const [evaluator, { mean, passed, scored, errors }] of scores) {
      lines.push(
        `| ${cell(evaluator)} | ${mean.toFixed(3)} | ${count(passed)} | ${count(scored)} | ${count(errors)} |`,
      );
    }
    lines.push('');
  }
  if (verdicts.length > 0) {
    lines.push('| threshold | required | measured | |', '|---|---:|---:|---|');
    for (const { name: threshold, limit, actual, outcome } of verdicts) {
      const measured = actual === undefined ? '–' : Math.round(actual * 1e6) / 1e6;
      lines.push(`| ${threshold} | ${limit} | ${measured} | ${SIGNS[outcome]} |`);
    }
    lines.push('', ...verdicts.flatMap(({ reason }) => (reason ? [`- ${cell(reason)}`] : [])), '');
  }
  const { wrongRows, failedRows } = report;
  lines.push(
    ...rowList('failed', summary?.wrong, wrongRows, {
      input: ({ input }) => shortInput(input),
      expected: ({ expected }) => expected ?? '',
      answer: ({ actual_output }) => actual_output ?? '',
      reason: ({ scores }) => gradingReasons(scores).join(' · '),
    }),
    ...rowList('ended in an error', summary?.failed, failedRows, {
      input: ({ input }) => shortInput(input),
      error: reasonOf,
    }),
  );
  lines.push(`<sub>\`${evaluationId}\`</sub>`, '');
  return lines.join('\n');
}

/** A table of the first rows, and the number of the others. */
function rowList(
  what: string,
  total: number | undefined,
  rows: readonly ResultRow[],
  columns: Readonly<Record<string, (row: ResultRow) => string>>,
): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, ROWS_SHOWN);
  const all = total ?? rows.length;
  const told = Object.entries(columns).filter(([, value]) => shown.some((row) => value(row) !== ''));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `<details><summary>${plural(all, 'row')} ${what}</summary>`,
    '',
    line(['row', 'sample', ...told.map(([name]) => name)]),
    `|---:|---|${'---|'.repeat(told.length)}`,
    ...shown.map((row) => {
      const values = told.map(([, value]) => cell(value(row)));
      return line([String(rowNumber(row.row_index)), cell(row.sample_id), ...values]);
    }),
    ...(all > shown.length ? ['', `… and ${plural(all - shown.length, 'row')} more.`] : []),
    '',
    '</details>',
    '',
  ];
}

const LONGEST_CELL = 300;

/** Escapes untrusted text, which must not end the cell, contain HTML or images, or mention people. */
export const cell = (text: string): string =>
  cutText(text, LONGEST_CELL)
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replace(/[\\`[\]|]/g, '\\$&');
