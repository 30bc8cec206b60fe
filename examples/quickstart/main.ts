import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Connection, connectToOwnCloud } from '../../cli/connect/connect.ts';
import { readEvalFile } from '../../cli/eval-file/read-eval-file.ts';
import { printReport } from '../../cli/reports/print-report.ts';
import { passShare, type RunReport, reportOn } from '../../cli/reports/run-report.ts';
import { exportTo } from '../../cli/runs/export-results.ts';
import { followRun } from '../../cli/runs/follow-run.ts';
import { prepareRun } from '../../cli/runs/prepare-run.ts';
import { newEvaluationId, startRun } from '../../cli/runs/start-run.ts';
import { checkThresholds } from '../../cli/runs/thresholds.ts';
import { count, milliseconds, percent, usd } from '../../cli/terminal/format.ts';
import { Terminal } from '../../cli/terminal/terminal.ts';
import { synthesize } from '../../dev/synthesize.ts';
import { startEndpoint } from './endpoint.ts';

/** Everything the quickstart writes lies here; the next one begins anew. */
const FOLDER = '.rollcall-quickstart';
const MODES = ['endpoint', 'agent', 'tool'] as const;

const terminal = new Terminal(process);
const { paint } = terminal;

async function main(): Promise<void> {
  const began = Date.now();
  terminal.line(
    paint('bold', 'Rollcall: 20 support tickets through an endpoint, an agent and a tool, on this machine.'),
  );
  mkdirSync(join(FOLDER, 'results'), { recursive: true });
  const assemblies = async () => [
    await synthesize(join(FOLDER, 'targets'), {}, join('examples', 'quickstart', 'app.ts')),
  ];
  const note = (text: string) => terminal.note(terminal.paintNote('dim', text));
  const [endpoint, connection] = await Promise.all([
    startEndpoint(),
    connectToOwnCloud({ data: join(FOLDER, 'data'), fresh: true, assemblies, note }),
  ]);
  try {
    note(`The stacks are up in ${connection.label} after ${milliseconds(Date.now() - began)}.`);
    const reports: RunReport[] = [];
    for (const mode of MODES) reports.push(await runMode(mode, { ENDPOINT_URL: endpoint.url }, connection));
    compare(reports);
    const rollcall = 'npm run -s rollcall --';
    const failed = `results ${reports[1]?.evaluationId} --status failed --data ${join(FOLDER, 'data')}`;
    terminal.line(`\nLook closer:       ${rollcall} ${failed}`);
    terminal.line(`All the commands:  ${rollcall} --help`);
    terminal.line(paint('dim', `Done in ${milliseconds(Date.now() - began)}.`));
  } finally {
    await connection.close();
    await endpoint.close();
  }
}

async function runMode(mode: string, env: Record<string, string>, connection: Connection): Promise<RunReport> {
  const file = readEvalFile(join(import.meta.dirname, `${mode}.eval.yaml`), env);
  terminal.line();
  const { input } = await prepareRun(file, connection, terminal);
  const run = await startRun(newEvaluationId(file.name), input, connection);
  const ended = await followRun(run, file.name, connection, terminal);
  if (!ended?.summary) throw new Error(`The run ${run.evaluationId} did not end: ${ended?.reason ?? 'it was left'}`);
  const figures = await reportOn(file.name, ended, { failedRows: 10 }, connection);
  const report = { ...figures, verdicts: checkThresholds(file.thresholds ?? {}, ended.summary, figures.passRate) };
  const { path } = await exportTo(join(FOLDER, 'results', `${mode}.csv`), run.evaluationId, connection);
  const csv = relative(process.cwd(), path);
  printReport(terminal, report);
  terminal.line(`  ${paint('dim', 'CSV'.padEnd(10))} ${csv}`);
  return report;
}

function compare(reports: readonly RunReport[]): void {
  terminal.line();
  terminal.table(reports, [
    { title: 'mode', value: ({ name }) => name },
    { title: 'rows', value: ({ summary }) => count(summary?.total ?? 0), right: true },
    { title: 'succeeded', value: ({ summary }) => count(summary?.succeeded ?? 0), right: true },
    { title: 'failed', value: ({ summary }) => count(summary?.failed ?? 0), right: true },
    { title: 'as expected', value: ({ passRate }) => percent(passShare(passRate)), right: true },
    { title: 'p50', value: ({ summary }) => milliseconds(summary?.latencyMs.p50), right: true },
    { title: 'p95', value: ({ summary }) => milliseconds(summary?.latencyMs.p95), right: true },
    { title: 'tokens', value: ({ summary }) => count(summary?.tokens.total ?? 0), right: true },
    { title: 'cost', value: ({ summary }) => usd(summary?.costUsd), right: true },
  ]);
}

await main().catch((error: Error) => {
  terminal.problem(error.message);
  process.exitCode = 1;
});
// Sockets kept open for reuse do not keep it from ending.
setTimeout(() => process.exit(), 250).unref();
