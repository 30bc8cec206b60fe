import { writeFileSync } from 'node:fs';
import { compareRuns } from '../../client/experiments/compare-runs.ts';
import { sideBySide } from '../../client/experiments/side-by-side.ts';
import { newEvaluationId, type StartedRun, startRun } from '../../client/runs/start-run.ts';
import { type EndedRun, watchRun } from '../../client/runs/watch-run.ts';
import { plural } from '../../core/format.ts';
import { checkThresholds } from '../../core/thresholds.ts';
import type { Connection } from '../connect/connect.ts';
import type { ReadEvalFile } from '../eval-file/read-eval-file.ts';
import { EXIT, type ExitCode, usageError } from '../exit-codes.ts';
import { comparisonMarkdown } from '../reports/comparison-markdown.ts';
import { junitReport } from '../reports/junit.ts';
import { printComparison } from '../reports/print-comparison.ts';
import { printFailedRows, printVerdict } from '../reports/print-report.ts';
import { exitCodeOf, reportOn } from '../reports/run-report.ts';
import { progressReporter } from '../terminal/progress-bar.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { ROWS_IN_JUNIT } from './finish-run.ts';
import { prepareRun } from './prepare-run.ts';
import { showPlan } from './show-plan.ts';
import { type VariantFile, variantFiles } from './variant-files.ts';

interface ExperimentOptions {
  readonly id?: string;
  readonly detach?: boolean;
  /** Files to write. */
  readonly output?: string;
  readonly junit?: string;
  readonly markdown?: string;
}

const FAILED_ALONE = { failed: 1_000, wrong: 0, hasMappings: true };
const FOR_JUNIT = { failed: 0, wrong: 0, all: ROWS_IN_JUNIT, hasMappings: true };

/** Runs the variants of a file and compares them. */
export async function runExperiment(
  file: ReadEvalFile,
  options: ExperimentOptions,
  connection: Connection,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const experimentId = file.experimentId ?? options.id ?? newEvaluationId(file.name);
  const { files, atOnce } = variantFiles(file, experimentId);
  terminal.note(terminal.paintNote('dim', `Experiment ${experimentId}: ${plural(files.length, 'variant')}`));
  showPlan(files, experimentId, terminal);
  if (options.detach && !connection.endsWithCommand) return leave(files, atOnce, experimentId, connection, terminal);
  if (options.detach) terminal.note('Following the runs, because the local cloud ends with this command.');
  const ended: EndedRun[] = [];
  const left = [...files];
  // Starts one after the other, because comparisons keep this order and use the first as the default baseline.
  let started: Promise<unknown> = Promise.resolve();
  const startNext = (variant: VariantFile): Promise<StartedRun> => {
    const run = started.then(() => startVariant(variant, experimentId, connection, terminal));
    started = run.catch(() => {});
    return run;
  };
  // Concurrent variants share the concurrency. The next one starts when one ends.
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const run = await startNext(next);
      ended.push(await watchVariant(run, next.name, experimentId, connection, terminal));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const comparison = await compareRuns([experimentId], { baseline: file.baseline ?? files[0]?.name }, connection);
  if (options.markdown) writeFileSync(options.markdown, comparisonMarkdown(comparison));
  if (options.output) writeFileSync(options.output, await sideBySide([experimentId], file.baseline, connection));
  const verdicts = ended.flatMap(({ summary }) => {
    if (!summary || summary.targetName === comparison.baseline) return [];
    const checks = checkThresholds(file.thresholds ?? {}, summary, {
      variants: [summary.targetName ?? ''],
      comparison,
    });
    return checks.map((verdict) => ({ variant: summary.targetName, ...verdict }));
  });
  const incomplete = ended.some((run) => exitCodeOf({ ...run, verdicts: [] }) !== EXIT.ok);
  const exitCode = incomplete ? EXIT.incomplete : verdicts.some(({ blocks }) => blocks) ? EXIT.notMet : EXIT.ok;
  if (options.junit) {
    const reports = ended.map(async (run) => {
      const variant = run.summary?.targetName ?? run.evaluationId;
      const report = await reportOn(`${file.name} ${variant}`, run, FOR_JUNIT, connection);
      return { ...report, verdicts: verdicts.filter((verdict) => verdict.variant === variant) };
    });
    writeFileSync(options.junit, junitReport(...(await Promise.all(reports))));
  }
  terminal.object({ event: 'compared', experimentId, ...comparison, thresholds: verdicts, exitCode });
  printComparison(terminal, comparison);
  for (const { evaluationId } of comparison.variants) {
    const run = ended.find((one) => one.evaluationId === evaluationId);
    if (run) await sayWhyRowsFailed(run, connection, terminal);
  }
  for (const { variant, ...verdict } of verdicts) printVerdict(terminal, verdict, `${variant}: `);
  return exitCode;
}

/** A comparison says nothing about rows without an answer. */
async function sayWhyRowsFailed(ended: EndedRun, connection: Connection, terminal: Terminal): Promise<void> {
  const { failed = 0, targetName = ended.evaluationId } = ended.summary ?? {};
  if (failed === 0) return;
  terminal.line();
  terminal.line(`${terminal.paint('bold', targetName)}: ${plural(failed, 'error')}`);
  printFailedRows(terminal, await reportOn(targetName, ended, FAILED_ALONE, connection));
}

async function leave(
  files: readonly VariantFile[],
  atOnce: number,
  experimentId: string,
  connection: Connection,
  terminal: Terminal,
): Promise<undefined> {
  if (atOnce < files.length) {
    throw usageError(
      `--detach needs a concurrency of at least ${files.length}, one per variant; executor.maxConcurrency is ${atOnce}.`,
      `Raise executor.maxConcurrency, or omit --detach to run the variants one after the other.`,
    );
  }
  for (const variant of files) await startVariant(variant, experimentId, connection, terminal);
  terminal.note(`When they have ended, run: rollcall compare ${experimentId} ${connection.flags}`.trimEnd());
  terminal.line(experimentId);
}

async function startVariant(
  { name, file }: VariantFile,
  experimentId: string,
  connection: Connection,
  terminal: Terminal,
): Promise<StartedRun> {
  const { input, rows } = await prepareRun(file, connection, terminal);
  const run = await startRun(newEvaluationId(file.name), input, connection);
  terminal.object({ event: 'started', experimentId, variant: name, ...run, datasetId: input.datasetId, rows });
  return run;
}

async function watchVariant(
  run: StartedRun,
  name: string,
  experimentId: string,
  connection: Connection,
  terminal: Terminal,
): Promise<EndedRun> {
  const bar = progressReporter(terminal, name);
  const ended = await watchRun(run, connection, (progress) => bar.update(progress));
  bar.end();
  if (!ended) throw new Error(`Interrupted while following run ${run.evaluationId}.`);
  terminal.object({ event: 'finished', experimentId, variant: name, ...ended });
  return ended;
}
