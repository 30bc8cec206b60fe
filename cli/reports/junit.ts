import type { ResultRow } from '../../contracts/result-row.ts';
import { rowNumber } from '../../core/row-number.ts';
import { type RunReport, reasonOf, wrongAnswerOf } from './run-report.ts';
import { escapeXml } from './xml.ts';

type Trouble = 'failure' | 'error' | 'skipped';

/** JUnit XML: one case a threshold, one a row that is wrong, failed or was skipped, so that a CI server lists them. A suite a run. */
export const junitReport = (...reports: readonly RunReport[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
${reports.map(testSuite).join('\n')}
</testsuites>
`;

function testSuite(report: RunReport): string {
  const { name, evaluationId, summary, status, reason, verdicts } = report;
  const cases = [
    testCase('run', `${name} completes`, 'failure', status === 'completed' ? undefined : `${status}: ${reason ?? ''}`),
    ...verdicts.map(({ name: threshold, limit, actual, met }) =>
      testCase(
        'thresholds',
        `${threshold} ${limit}`,
        'failure',
        met ? undefined : `${threshold} is ${actual ?? 'unknown'}; asked for ${limit}`,
      ),
    ),
    ...report.wrongRows.map((row) => rowCase(row, 'failure', wrongAnswerOf(row))),
    ...report.failedRows.map((row) => rowCase(row, 'error', reasonOf(row))),
    ...report.skippedRows.map((row) => rowCase(row, 'skipped', reasonOf(row))),
  ];
  const count = (trouble: Trouble) => cases.filter((text) => text.includes(`><${trouble} `)).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const seconds = ((summary?.durationMs ?? 0) / 1000).toFixed(3);
  return `  <testsuite name="${escapeXml(name)}" id="${escapeXml(evaluationId)}" ${counts} time="${seconds}">
${cases.join('\n')}
  </testsuite>`;
}

function testCase(group: string, name: string, trouble: Trouble, message: string | undefined): string {
  const head = `    <testcase classname="${group}" name="${escapeXml(name)}"`;
  return message === undefined ? `${head}/>` : `${head}><${trouble} message="${escapeXml(message)}"/></testcase>`;
}

const rowCase = (row: ResultRow, trouble: Trouble, message: string): string =>
  testCase(
    'rows',
    `row ${rowNumber(row.row_index)} ${row.sample_id}${row.trial ? ` trial ${row.trial + 1}` : ''}${row.variant ? ` ${row.variant}` : ''}`,
    trouble,
    message,
  );
