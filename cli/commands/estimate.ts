import type { Command } from 'commander';
import { readResults } from '../../client/runs/read-results.ts';
import { newEvaluationId, startRun } from '../../client/runs/start-run.ts';
import { executorSchema } from '../../contracts/evaluation-config.ts';
import { asJobs } from '../../core/bulk-jobs/as-jobs.ts';
import { estimate, type Range } from '../../core/estimate.ts';
import { count, milliseconds, plural, usd } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { type ReadEvalFile, readEvalFile } from '../eval-file/read-eval-file.ts';
import { CliError, EXIT, type ExitCode } from '../exit-codes.ts';
import { whole } from '../option-values.ts';
import { followRun } from '../runs/follow-run.ts';
import { prepareRun } from '../runs/prepare-run.ts';
import { configOfRecord, readRecord } from '../runs/read-record.ts';
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
    .argument('<eval.yaml>')
    .option('--rows <k>', 'how many rows to try', whole(1, 1000), 5)
    .option('-y, --yes', 'then run all rows without being asked');
  defineAction<Options>(command, shell, (context, { rows: tried, yes }, path = '') => {
    const file = readEvalFile(path);
    const { terminal } = context;
    return context.connectedOrNew(async (connection): Promise<ExitCode | undefined> => {
      const { input, rows } = await prepareRun(file, connection, terminal);
      const run = await startRun(
        newEvaluationId(`${file.name}-estimate`),
        { ...input, individually: true, limit: Math.min(tried, rows), estimate: true },
        connection,
      );
      const ended = await followRun(run, `${file.name}, first rows`, connection, terminal, { events: false });
      if (!ended?.summary)
        throw new CliError(`The first rows could not be run: ${ended?.reason ?? 'left before the end'}`);
      const results = await readResults(run.evaluationId, { limit: tried }, connection);
      const concurrency = Math.min(concurrencyOf(file), Math.max(1, rows));
      const sample = results.map((row) => ({ latencyMs: row.latency_ms, costUsd: row.cost_usd }));
      const { costUsd, durationMs } = estimate({
        sample,
        total: rows,
        maxConcurrency: concurrency,
        sampleMs: ended.summary.durationMs,
      });
      const failed = ended.summary.failed;
      const config = configOfRecord(await readRecord(run.evaluationId, connection));
      const { bulkJobs } = asJobs(config, rows, costUsd);
      terminal.object({
        evaluationId: run.evaluationId,
        triedRows: results.length,
        failed,
        rows,
        concurrency,
        costUsd,
        durationMs,
        bulkJobs,
      });
      terminal.line(
        `${plural(results.length, 'row')} tried, ${count(failed)} failed. For all ${plural(rows, 'row')}, ${count(concurrency)} side by side:`,
      );
      terminal.line(`  cost  ${spread(costUsd, usd)}`);
      terminal.line(`  time  ${spread(durationMs, milliseconds)}`);
      if (bulkJobs) {
        terminal.line(`As ${plural(bulkJobs.jobs, 'bulk job')}, as the run is configured:`);
        terminal.line(`  cost  ${spread(bulkJobs.costUsd, usd)}`);
        terminal.line(`  time  up to ${milliseconds(bulkJobs.longestMs)}`);
      }
      if (!yes && (terminal.json || !(await confirm('Run them all?')))) return EXIT.ok;
      return runFile(file, {}, context, connection);
    });
  });
}

const concurrencyOf = (file: ReadEvalFile): number =>
  executorSchema.parse(file.config?.executor ?? file.executor ?? {}).maxConcurrency;

function spread(range: Range | undefined, shown: (value: number) => string): string {
  if (!range) return 'not known: no row said so';
  const { expected, low, high } = range;
  return low === high ? `about ${shown(expected)}` : `about ${shown(expected)} (${shown(low)} to ${shown(high)})`;
}
