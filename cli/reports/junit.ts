import type { ResultRow } from '../../contracts/result-row.ts';
import { type RunReport, reasonOf } from './run-report.ts';
import { escapeXml } from './xml.ts';

/** JUnit XML: one case a threshold, one a failed row, so that a CI server lists them. */
export function junitReport(report: RunReport): string {
  const { name, evaluationId, summary, status, reason, verdicts, failedRows } = report;
  const cases = [
    testCase('run', `${name} completes`, status === 'completed' ? undefined : `${status}: ${reason ?? ''}`),
    ...verdicts.map(({ name: threshold, limit, actual, met }) =>
      testCase(
        'thresholds',
        `${threshold} ${limit}`,
        met ? undefined : `${threshold} is ${actual ?? 'unknown'}; asked for ${limit}`,
      ),
    ),
    ...failedRows.map(rowCase),
  ];
  const failures = cases.filter((text) => text.includes('<failure')).length;
  const seconds = ((summary?.durationMs ?? 0) / 1000).toFixed(3);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${escapeXml(name)}" id="${escapeXml(evaluationId)}" tests="${cases.length}" failures="${failures}" time="${seconds}">
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

function testCase(group: string, name: string, failure: string | undefined): string {
  const head = `    <testcase classname="${group}" name="${escapeXml(name)}"`;
  return failure === undefined ? `${head}/>` : `${head}><failure message="${escapeXml(failure)}"/></testcase>`;
}

/** Rows that failed do not fail the build by themselves (thresholds do), so they are listed as skipped cases. */
function rowCase(row: ResultRow): string {
  const name = escapeXml(`row ${row.row_index} ${row.sample_id}`);
  return `    <testcase classname="rows" name="${name}"><skipped message="${escapeXml(reasonOf(row))}"/></testcase>`;
}
