import type { Command } from 'commander';
import { readResults } from '../../client/runs/read-results.ts';
import { newEvaluationId, startRun } from '../../client/runs/start-run.ts';
import { MOST_REPEATS } from '../../contracts/evaluation-config.ts';
import { type Estimate, estimate, plus, type Range, scaled } from '../../core/estimate.ts';
import { count, milliseconds, plural, usd } from '../../core/format.ts';
import { MOST_VARIANTS } from '../../core/normalize/variant-answers.ts';
import { indexRowOf } from '../../core/rows/index-row.ts';
import { defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { type ReadEvalFile, readEvalFile } from '../eval-file/read-eval-file.ts';
import { CliError, EXIT, type ExitCode } from '../exit-codes.ts';
import { whole } from '../option-values.ts';
import { followRun } from '../runs/follow-run.ts';
import { prepareRun } from '../runs/prepare-run.ts';
import { configOfRecord, readRecord } from '../runs/read-record.ts';
import { runExperiment } from '../runs/run-experiment.ts';
import { variantFiles } from '../runs/variant-files.ts';
import { confirm } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { runFile } from './run.ts';

interface Options {
  readonly rows: number;
  readonly yes?: boolean;
}

export function estimateCommand(program: Command, shell: Shell): void {
  const command = program
    .command('estimate')
    .argument('<eval.yaml>')
    .option('--rows <k>', 'number of rows to run', whole(1, 1000), 5)
    .option('-y, --yes', 'then run all rows without asking');
  defineAction<Options>(command, shell, (context, { rows: tried, yes }, path = '') => {
    const file = readEvalFile(path);
    const { terminal } = context;
    return context.connectedOrNew(async (connection): Promise<ExitCode | undefined> => {
      const { files, atOnce } = file.variants
        ? variantFiles(file, file.experimentId ?? file.name)
        : { files: [{ name: undefined, file }], atOnce: 1 };
      const found: TriedRows[] = [];
      for (const { name, file: own } of files) {
        const variant = await tryRows(own, tried, connection, terminal);
        found.push(variant);
        terminal.object({ ...(name && { variant: name }), ...variant });
        if (name) terminal.line(`${terminal.paint('bold', name)}:`);
        say(variant, terminal);
      }
      if (file.variants) sayAll(found, atOnce, terminal);
      terminal.line(`Prices: from the responses, otherwise from the built-in table of ${found[0]?.pricesAsOf}.`);
      if (!yes && (terminal.json || !(await confirm('Run all rows?')))) return EXIT.ok;
      return file.variants ? runExperiment(file, {}, connection, terminal) : runFile(file, {}, context, connection);
    });
  });
}

interface TriedRows extends Estimate {
  readonly evaluationId: string;
  readonly failed: number;
  readonly concurrency: number;
}

/** Runs the first rows with all trials, models and evaluators. */
async function tryRows(
  file: ReadEvalFile,
  tried: number,
  connection: Connection,
  terminal: Terminal,
): Promise<TriedRows> {
  const { input, rows } = await prepareRun(file, connection, terminal);
  const limit = Math.min(tried, rows);
  const run = await startRun(
    newEvaluationId(`${file.name}-estimate`),
    { ...input, individually: true, limit, estimate: true, estimateLimit: rows },
    connection,
  );
  const ended = await followRun(run, `${file.name}, first rows`, connection, terminal, { events: false });
  if (!ended?.summary) throw new CliError(`Could not run the first rows: ${ended?.reason ?? 'interrupted'}`);
  const most = limit * MOST_REPEATS * MOST_VARIANTS;
  const results = await readResults(run.evaluationId, { limit: most, withoutResponse: true }, connection);
  const config = configOfRecord(await readRecord(run.evaluationId, connection));
  const found = estimate({
    sample: results.map(indexRowOf),
    config,
    rows,
    maxConcurrency: config.executor.maxConcurrency,
    sampleMs: ended.summary.durationMs,
  });
  const concurrency = Math.min(config.executor.maxConcurrency, Math.max(1, found.calls));
  return { evaluationId: run.evaluationId, failed: ended.summary.failed, concurrency, ...found };
}

function say(
  { triedRows, failed, rows, calls, concurrency, bulkJobs, unpricedJudges, ...found }: TriedRows,
  terminal: Terminal,
): void {
  const all = calls === rows ? plural(rows, 'row') : `${plural(rows, 'row')} (${plural(calls, 'call')})`;
  terminal.line(
    `Ran ${plural(triedRows, 'row')}, ${plural(failed, 'error')}. Estimate for all ${all} at concurrency ${count(concurrency)}:`,
  );
  terminal.line(`  cost  ${spread(found.costUsd, usd)}`);
  if (found.scoringCostUsd) terminal.line(`        including scoring ${spread(found.scoringCostUsd, usd)}`);
  terminal.line(`  time  ${spread(found.durationMs, milliseconds)}`);
  if (bulkJobs) {
    terminal.line(`As ${plural(bulkJobs.jobs, 'provider batch', 'provider batches')}, as configured:`);
    terminal.line(`  cost  ${spread(bulkJobs.costUsd, usd)}`);
    terminal.line(`  time  up to ${milliseconds(bulkJobs.longestMs)}`);
  }
  if (unpricedJudges) {
    terminal.note(
      `${terminal.paintNote('yellow', 'Note:')} The cost of ${unpricedJudges.join(', ')} is unknown and not included. Set executor.assumeCostPerCall of the judge.`,
    );
  }
}

/** Concurrent variants share the concurrency, so each takes as long as in its own share. */
function sayAll(found: readonly TriedRows[], atOnce: number, terminal: Terminal): void {
  const total = (ranges: readonly (Range | undefined)[]): Range | undefined =>
    ranges.reduce((sum, range) => sum && range && plus(sum, range));
  const costUsd = total(found.map((variant) => variant.costUsd));
  const together = total(found.map((variant) => variant.durationMs));
  const durationMs = together && scaled(together, 1 / atOnce);
  terminal.object({ variants: found.length, costUsd, durationMs, pricesAsOf: found[0]?.pricesAsOf });
  terminal.line(`All ${plural(found.length, 'variant')}:`);
  terminal.line(`  cost  ${spread(costUsd, usd)}`);
  terminal.line(`  time  ${spread(durationMs, milliseconds)}`);
}

function spread(range: Range | undefined, shown: (value: number) => string): string {
  if (!range) return 'unknown, because no response reports it';
  const { expected, low, high } = range;
  return low === high ? `about ${shown(expected)}` : `about ${shown(expected)} (${shown(low)} to ${shown(high)})`;
}
