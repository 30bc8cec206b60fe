import type { ResultRow } from '../../contracts/result-row.ts';
import { count } from '../../core/format.ts';
import { gradeOf } from '../../core/pass-rate.ts';
import { rowNumber } from '../../core/row-number.ts';
import { gradingReasons, verdictsIn } from '../../core/scoring/verdicts.ts';
import type { Verdict } from '../../core/thresholds.ts';
import { type RunReport, reasonOf, wrongAnswerOf } from './run-report.ts';
import { escapeXml } from './xml.ts';

type Trouble = 'failure' | 'error' | 'skipped';

/** JUnit XML with one suite per run, and one case per threshold and result. */
export const junitReport = (...reports: readonly RunReport[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
${reports.map(testSuite).join('\n')}
</testsuites>
`;

function testSuite(report: RunReport): string {
  const { name, evaluationId, summary, status, reason, verdicts, rows, results } = report;
  const cases = [
    testCase('run', `${name} completes`, 'failure', status === 'completed' ? undefined : `${status}: ${reason ?? ''}`),
    ...verdicts.map(thresholdCase),
    ...rows.map((row) => rowCase(row, verdicts)),
  ];
  const troubles = (trouble: Trouble) => cases.filter((text) => text.includes(`><${trouble} `)).length;
  const counts = `tests="${cases.length}" failures="${troubles('failure')}" errors="${troubles('error')}" skipped="${troubles('skipped')}"`;
  const seconds = ((summary?.workMs ?? 0) / 1000).toFixed(3);
  const cut = results > rows.length ? `${note(`${count(results - rows.length)} more rows are not listed.`)}\n` : '';
  return `  <testsuite name="${escapeXml(name)}" id="${escapeXml(evaluationId)}" ${counts} time="${seconds}">
${cases.join('\n')}
${cut}  </testsuite>`;
}

const note = (text: string): string => `<system-out>${escapeXml(text)}</system-out>`;

/** A failed answer fails its case only if an unmet threshold concerns it, so that the report agrees with the exit code. */
function rowCase(row: ResultRow, verdicts: readonly Verdict[]): string {
  const name = `row ${rowNumber(row.row_index)} ${row.sample_id}${row.trial ? ` trial ${row.trial + 1}` : ''}${row.variant ? ` ${row.variant}` : ''}`;
  if (row.status !== 'succeeded') {
    return testCase('rows', name, row.status === 'failed' ? 'error' : 'skipped', reasonOf(row));
  }
  if (verdicts.some((verdict) => isAbout(row, verdict))) return testCase('rows', name, 'failure', wrongAnswerOf(row));
  const said = isWrong(row) ? `failed: ${wrongAnswerOf(row)}` : gradingReasons(row.scores).join(' · ');
  const head = `    <testcase classname="rows" name="${escapeXml(name)}"`;
  return said === '' ? `${head}/>` : `${head}>${note(said)}</testcase>`;
}

const isWrong = (row: ResultRow): boolean => gradeOf(row) === false;

function isAbout(row: ResultRow, { name, blocks }: Verdict): boolean {
  if (!blocks) return false;
  if (name === 'minPassRate' || name === 'maxRegression') return isWrong(row);
  return name.startsWith('minScore.') && verdictsIn(row.scores)[name.slice('minScore.'.length)] === false;
}

function testCase(group: string, name: string, trouble: Trouble, message: string | undefined): string {
  const head = `    <testcase classname="${group}" name="${escapeXml(name)}"`;
  return message === undefined ? `${head}/>` : `${head}><${trouble} message="${escapeXml(message)}"/></testcase>`;
}

/** An inconclusive gate is skipped: neither green nor red. */
function thresholdCase({ name, limit, actual, outcome, blocks, reason }: Verdict): string {
  const trouble = outcome === 'error' ? 'error' : blocks ? 'failure' : 'skipped';
  const message = [`${name} is ${actual ?? 'unknown'}, required: ${limit}`, reason].filter(Boolean).join('. ');
  return testCase('thresholds', `${name} ${limit}`, trouble, outcome === 'passed' ? undefined : message);
}
