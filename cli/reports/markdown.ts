import type { ResultRow } from '../../contracts/result-row.ts';
import { cutText } from '../../core/cut-text.ts';
import { count, milliseconds, percent, totalCost } from '../../core/format.ts';
import { rowNumber } from '../../core/row-number.ts';
import { type RunReport, reasonOf, wrongAnswerOf } from './run-report.ts';

const ROWS_SHOWN = 20;

/** A summary for a pull request. */
export function markdownReport(report: RunReport): string {
  const { name, evaluationId, status, reason, summary, verdicts } = report;
  const good = status === 'completed' && verdicts.every(({ met }) => met);
  const lines = [`### ${good ? '✅' : '❌'} ${cell(name)}: ${status}`, ''];
  if (reason) lines.push(cell(reason), '');
  if (summary) {
    lines.push(
      '| rows | succeeded | failed | skipped | pass rate | p50 | p95 | cost |',
      '|---:|---:|---:|---:|---:|---:|---:|---:|',
      `| ${[
        count(summary.total),
        count(summary.succeeded),
        count(summary.failed),
        count(summary.skipped),
        percent(summary.passRate),
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
    lines.push('| threshold | asked for | measured | |', '|---|---:|---:|---|');
    for (const { name: threshold, limit, actual, met } of verdicts) {
      lines.push(
        `| ${threshold} | ${limit} | ${actual === undefined ? '–' : Math.round(actual * 1e6) / 1e6} | ${met ? '✅' : '❌'} |`,
      );
    }
    lines.push('');
  }
  lines.push(...rowList('wrong', summary?.wrong, report.wrongRows, wrongAnswerOf));
  lines.push(...rowList('failed', summary?.failed, report.failedRows, reasonOf));
  lines.push(`<sub>\`${evaluationId}\`</sub>`, '');
  return lines.join('\n');
}

function rowList(
  what: string,
  total: number | undefined,
  rows: readonly ResultRow[],
  reason: (row: ResultRow) => string,
): string[] {
  if (rows.length === 0) return [];
  return [
    `<details><summary>${count(total ?? rows.length)} ${what} rows</summary>`,
    '',
    '| row | sample | reason |',
    '|---:|---|---|',
    ...rows
      .slice(0, ROWS_SHOWN)
      .map((row) => `| ${rowNumber(row.row_index)} | ${cell(row.sample_id)} | ${cell(reason(row))} |`),
    '',
    '</details>',
    '',
  ];
}

const LONGEST_CELL = 300;

/** Text from outside inside a table: it must not end the cell, be HTML or a picture, nor call people by `@`. */
export const cell = (text: string): string =>
  cutText(text, LONGEST_CELL)
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replace(/[\\`[\]|]/g, '\\$&');
