import { count, milliseconds, percent, usd } from '../../core/format.ts';
import { type RunReport, reasonOf } from './run-report.ts';

const ROWS_SHOWN = 20;

/** A summary for a pull request. */
export function markdownReport(report: RunReport): string {
  const { name, evaluationId, status, reason, summary, verdicts, failedRows } = report;
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
        usd(summary.costUsd),
      ].join(' | ')} |`,
      '',
    );
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
  if (failedRows.length > 0) {
    lines.push(`<details><summary>${count(summary?.failed ?? failedRows.length)} failed rows</summary>`, '');
    lines.push('| row | sample | reason |', '|---:|---|---|');
    for (const row of failedRows.slice(0, ROWS_SHOWN)) {
      lines.push(`| ${row.row_index} | ${cell(row.sample_id)} | ${cell(reasonOf(row))} |`);
    }
    lines.push('', '</details>', '');
  }
  lines.push(`<sub>\`${evaluationId}\`</sub>`, '');
  return lines.join('\n');
}

/** Text from outside inside a table: it must not end the cell, nor be HTML. */
const cell = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '\\|')
    .slice(0, 300);
