import type { Command } from 'commander';
import { executorSchema } from '../../contracts/evaluation-config.ts';
import { defineAction, type Shell } from '../command.ts';
import { type ReadEvalFile, readEvalFile } from '../eval-file/read-eval-file.ts';
import { CliError, EXIT, type ExitCode } from '../exit-codes.ts';
import { whole } from '../option-values.ts';
import { extrapolate, type Range, sideBySide } from '../runs/estimate.ts';
import { followRun } from '../runs/follow-run.ts';
import { prepareRun } from '../runs/prepare-run.ts';
import { readResults } from '../runs/read-results.ts';
import { newEvaluationId, startRun } from '../runs/start-run.ts';
import { count, milliseconds, plural, usd } from '../terminal/format.ts';
import { confirm } from '../terminal/interrupt.ts';
import { runFile } from './run.ts';

interface Options {
  readonly rows: number;
  readonly yes?: boolean;
}

/** Runs the first rows, and says what all of them will cost and take. */
export function estimateCommand(program: Command, shell: Shell): void {
  const command = program
    .command('estimate')
    .description('run the first rows and tell what all of them will cost and take')
    .argument('<eval.yaml>')
    .option('--rows <k>', 'how many rows to try', whole(1, 1000), 5)
    .option('-y, --yes', 'then run all rows without being asked');
  defineAction<Options>(command, shell, (context, { rows: tried, yes }, path = '') => {
    const file = readEvalFile(path);
    const { terminal } = context;
    return context.connected(async (connection): Promise<ExitCode | undefined> => {
      const { input, rows } = await prepareRun(file, connection, terminal);
      const run = await startRun(
        newEvaluationId(`${file.name}-estimate`),
        { ...input, limit: Math.min(tried, rows) },
        connection,
      );
      const ended = await followRun(run, `${file.name}, first rows`, connection, terminal, { events: false });
      if (!ended?.summary)
        throw new CliError(`The first rows could not be run: ${ended?.reason ?? 'left before the end'}`);
      const results = await readResults(run.evaluationId, { limit: tried }, connection);
      const called = results.filter((row) => row.latency_ms !== null);
      const concurrency = Math.min(concurrencyOf(file), Math.max(1, rows));
      const cost = extrapolate(
        called.map((row) => row.cost_usd ?? 0),
        rows,
      );
      const time = sideBySide(
        extrapolate(
          called.map((row) => row.latency_ms ?? 0),
          rows,
        ),
        concurrency,
      );
      const failed = ended.summary.failed;
      terminal.object({
        evaluationId: run.evaluationId,
        triedRows: results.length,
        failed,
        rows,
        concurrency,
        costUsd: cost,
        durationMs: time,
      });
      terminal.line(
        `${plural(results.length, 'row')} tried, ${count(failed)} failed. For all ${plural(rows, 'row')}, ${count(concurrency)} side by side:`,
      );
      terminal.line(`  cost  ${spread(cost, usd)}`);
      terminal.line(`  time  ${spread(time, milliseconds)}`);
      if (!yes && (terminal.json || !(await confirm('Run them all?')))) return EXIT.ok;
      return runFile(file, {}, context, connection);
    });
  });
}

const concurrencyOf = (file: ReadEvalFile): number =>
  executorSchema.parse(file.config?.executor ?? file.executor ?? {}).maxConcurrency;

const spread = ({ expected, low, high }: Range, shown: (value: number) => string): string =>
  low === high ? `about ${shown(expected)}` : `about ${shown(expected)} (${shown(low)} to ${shown(high)})`;
