import { writeFileSync } from 'node:fs';
import { downloadExport, type ExportedFile, exportTo } from '../../client/runs/export-results.ts';
import type { EndedRun } from '../../client/runs/watch-run.ts';
import type { Connection } from '../connect/connect.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { comparisonMarkdown } from '../reports/comparison-markdown.ts';
import { junitReport } from '../reports/junit.ts';
import { markdownReport } from '../reports/markdown.ts';
import { printComparison } from '../reports/print-comparison.ts';
import { printReport } from '../reports/print-report.ts';
import { exitCodeOf, type RowsRead, type RunReport, reportOn } from '../reports/run-report.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkGates, type Gates } from './check-gates.ts';

export interface FinishOptions extends Gates, Pick<RowsRead, 'hasMappings'> {
  readonly name: string;
  /** Files to write. */
  readonly output?: string;
  readonly junit?: string;
  readonly markdown?: string;
}

/** Failed answers shown in the terminal. */
const ROWS_SHOWN = 10;
const ROWS_IN_MARKDOWN = 20;
/** Errors are grouped by message, so more are read than shown. */
const ERRORS_READ = 1_000;
/** Results listed in a JUnit report. The suite says how many are left out. */
export const ROWS_IN_JUNIT = 10_000;

/** Reports on a run that ended: figures, thresholds, files, exit code. */
export async function finishRun(
  ended: EndedRun | undefined,
  options: FinishOptions,
  connection: Connection,
  terminal: Terminal,
): Promise<ExitCode> {
  if (!ended) return EXIT.incomplete;
  const all = options.junit ? ROWS_IN_JUNIT : 0;
  const most = { failed: ERRORS_READ, wrong: ROWS_IN_MARKDOWN, all, hasMappings: options.hasMappings };
  const figures = await reportOn(options.name, ended, most, connection);
  const { verdicts, comparison, problem } = await checkGates(ended, options, connection);
  const report: RunReport = { ...figures, verdicts };
  const exported = options.output && ended.summary ? await csvTo(options.output, ended, connection) : undefined;
  if (options.junit) writeFileSync(options.junit, junitReport(report));
  if (options.markdown) {
    const against = comparison ? comparisonMarkdown(comparison) : '';
    writeFileSync(options.markdown, markdownReport(report) + against);
  }
  const exportUri = (await connection.runs.find(ended.evaluationId))?.export_uri;
  const exitCode = exitCodeOf(report);
  terminal.object({
    ...finishedEvent(report, exitCode),
    ...(exportUri && { exportUri }),
    ...(exported && { export: exported }),
    ...(comparison && { comparison }),
  });
  printReport(terminal, { ...report, wrongRows: report.wrongRows.slice(0, ROWS_SHOWN) }, connection.flags);
  if (comparison) printComparison(terminal, comparison);
  if (problem) terminal.problem(`Could not compare with ${options.baseline}: ${problem}`);
  const csv = exported?.path ?? exportUri;
  if (csv) terminal.line(`  ${terminal.paint('dim', 'CSV'.padEnd(10))} ${csv}`);
  return exitCode;
}

/** Downloads the export that the run created itself (`export.enabled`), or creates one. */
const csvTo = (path: string, { evaluationId, summary }: EndedRun, connection: Connection): Promise<ExportedFile> =>
  summary?.exported ? downloadExport(path, summary.exported, connection) : exportTo(path, evaluationId, connection);

function finishedEvent(report: RunReport, exitCode: ExitCode) {
  const { evaluationId, status, reason, summary, verdicts } = report;
  const { passRate, passed, compared } = summary ?? {};
  return {
    event: 'finished',
    evaluationId,
    status,
    ...(reason && { reason }),
    ...(summary && { summary }),
    ...(passRate !== undefined && { passRate, passed, compared }),
    thresholds: verdicts,
    exitCode,
  };
}
