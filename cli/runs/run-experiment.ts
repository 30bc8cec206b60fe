import { writeFileSync } from 'node:fs';
import { compareRuns } from '../../client/experiments/compare-runs.ts';
import { newEvaluationId, startRun } from '../../client/runs/start-run.ts';
import { type EndedRun, watchRun } from '../../client/runs/watch-run.ts';
import { plural } from '../../core/format.ts';
import { checkRegression, checkThresholds } from '../../core/thresholds.ts';
import type { Connection } from '../connect/connect.ts';
import type { ReadEvalFile } from '../eval-file/read-eval-file.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { comparisonMarkdown } from '../reports/comparison-markdown.ts';
import { printComparison } from '../reports/print-comparison.ts';
import { printVerdict } from '../reports/print-report.ts';
import { exitCodeOf } from '../reports/run-report.ts';
import { progressReporter } from '../terminal/progress-bar.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { prepareRun } from './prepare-run.ts';
import { type VariantFile, variantFiles } from './variant-files.ts';

/** Runs the variants of a file side by side, and compares them. */
export async function runExperiment(
  file: ReadEvalFile,
  { id, markdown }: { readonly id?: string; readonly markdown?: string },
  connection: Connection,
  terminal: Terminal,
): Promise<ExitCode> {
  const experimentId = file.experimentId ?? id ?? newEvaluationId(file.name);
  const { files, atOnce } = variantFiles(file, experimentId);
  terminal.note(terminal.paintNote('dim', `Experiment ${experimentId}: ${plural(files.length, 'variant')}`));
  const ended: EndedRun[] = [];
  const left = [...files];
  // Variants that run at once share the concurrency; the next one begins when one has ended.
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      ended.push(await runVariant(next, experimentId, connection, terminal));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const comparison = await compareRuns([experimentId], { baseline: file.baseline ?? files[0]?.name }, connection);
  if (markdown) writeFileSync(markdown, comparisonMarkdown(comparison));
  const verdicts = ended.flatMap(({ summary }) => {
    if (!summary || summary.targetName === comparison.baseline) return [];
    const { maxRegression, ...own } = file.thresholds ?? {};
    const difference = comparison.differences.find(({ variant }) => variant === summary.targetName);
    const checks = [
      ...checkThresholds(own, summary),
      ...checkRegression(maxRegression, difference?.passRate?.difference),
    ];
    return checks.map((verdict) => ({ variant: summary.targetName, ...verdict }));
  });
  const incomplete = ended.some((run) => exitCodeOf({ status: run.status, verdicts: [] }) !== EXIT.ok);
  const exitCode = incomplete ? EXIT.incomplete : verdicts.every(({ met }) => met) ? EXIT.ok : EXIT.notMet;
  terminal.object({ event: 'compared', experimentId, ...comparison, thresholds: verdicts, exitCode });
  printComparison(terminal, comparison);
  for (const { variant, ...verdict } of verdicts) printVerdict(terminal, verdict, `${variant}: `);
  return exitCode;
}

async function runVariant(
  { name, file }: VariantFile,
  experimentId: string,
  connection: Connection,
  terminal: Terminal,
): Promise<EndedRun> {
  const { input, rows } = await prepareRun(file, connection, terminal);
  const run = await startRun(newEvaluationId(file.name), input, connection);
  const started = { event: 'started', experimentId, variant: name, ...run, datasetId: input.datasetId, rows };
  terminal.object(started);
  const bar = progressReporter(terminal, name);
  const ended = await watchRun(run, connection, (progress) => bar.update(progress));
  bar.end();
  if (!ended) throw new Error(`Run ${run.evaluationId} was left.`);
  terminal.object({ event: 'finished', experimentId, variant: name, ...ended });
  return ended;
}
