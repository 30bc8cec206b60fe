import type { Command } from 'commander';
import { newEvaluationId, startRun } from '../../client/runs/start-run.ts';
import { executorSchema } from '../../contracts/evaluation-config.ts';
import { plural } from '../../core/format.ts';
import { runNameSchema, runTagSchema } from '../../domain/run-records/run-labels.ts';
import { type CommandContext, defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { type ReadEvalFile, readEvalFile } from '../eval-file/read-eval-file.ts';
import { type ExitCode, usageError } from '../exit-codes.ts';
import { outputFile, several, textOf, whole } from '../option-values.ts';
import { type FinishOptions, finishRun } from '../runs/finish-run.ts';
import { followRun } from '../runs/follow-run.ts';
import { preflight } from '../runs/preflight.ts';
import { prepareRun } from '../runs/prepare-run.ts';
import { runExperiment } from '../runs/run-experiment.ts';

interface Options extends Pick<FinishOptions, 'output' | 'junit' | 'markdown'> {
  readonly id?: string;
  readonly name?: string;
  readonly tag?: string[];
  readonly limit?: number;
  readonly concurrency?: number;
  /** False with --no-early-stop. */
  readonly earlyStop?: boolean;
  readonly detach?: boolean;
  readonly first?: number;
  readonly yes?: boolean;
}

/** From eval.yaml to an exit code. */
export function runCommand(program: Command, shell: Shell): void {
  const command = program
    .command('run')
    .argument('<eval.yaml>')
    .option('--id <id>', 'the run’s id (default: the file’s name and the time)')
    .option('--name <name>', 'what lists show beside the id', textOf(runNameSchema))
    .option('--tag <tag>', 'to find the run by; may be given several times', tags)
    .option('--limit <n>', 'only the first rows', whole(1))
    .option('--first <n>', 'run the first rows on their own, show them, and ask before all are run', whole(1, 100))
    .option('-y, --yes', 'with --first: go on without being asked, unless a row failed')
    .option('--concurrency <n>', 'rows side by side, in place of executor.maxConcurrency', whole(1, 1000))
    .option('--no-early-stop', 'go on even if the first 20 rows all end with the same permanent error')
    .option('--detach', 'start the run and leave it')
    .option('-o, --output <file>', 'download the results as CSV', outputFile)
    .option('--junit <file>', 'write a JUnit report', outputFile)
    .option('--markdown <file>', 'write a summary for a pull request', outputFile);
  defineAction<Options>(command, shell, (context, options, path = '') => {
    const file = adjusted(readEvalFile(path), options);
    if (file.variants && options.first) {
      throw usageError(
        '--first shows rows of one target, and the file has variants.',
        'Use --limit to run a few rows of each.',
      );
    }
    return context.connectedOrNew((connection) =>
      file.variants
        ? runExperiment(file, options, connection, context.terminal)
        : runFile(file, options, context, connection),
    );
  });
}

export async function runFile(
  file: ReadEvalFile,
  options: Options,
  { terminal }: Pick<CommandContext, 'terminal'>,
  connection: Connection,
): Promise<ExitCode | undefined> {
  const prepared = await prepareRun(file, connection, terminal);
  const { first, yes } = options;
  const end = first && (await preflight(file, prepared, { first, yes }, connection, terminal));
  if (end !== undefined) return end;
  const { input, rows } = prepared;
  const run = await startRun(options.id ?? newEvaluationId(file.name), input, connection);
  const { evaluationId, executionArn } = run;
  terminal.object({ event: 'started', evaluationId, executionArn, datasetId: input.datasetId, rows });
  terminal.note(terminal.paintNote('dim', `Run ${evaluationId} on ${connection.label}: ${plural(rows, 'row')}`));
  if (options.detach && !connection.endsWithCommand) {
    terminal.note(`Come back with: rollcall watch ${evaluationId} ${connection.flags}`.trimEnd());
    terminal.line(evaluationId);
    return undefined;
  }
  if (options.detach) terminal.note('The local cloud ends with this command, so the run is followed to its end.');
  const ended = await followRun(run, file.name, connection, terminal);
  return finishRun(
    ended,
    {
      ...options,
      name: file.name,
      thresholds: file.thresholds,
      baseline: file.baseline,
      hasMappings: file.mappings !== undefined,
    },
    connection,
    terminal,
  );
}

const tags = (text: string, before?: string[]): string[] => several(textOf(runTagSchema)(text), before);

/** Options of the command line win over the file. */
function adjusted(file: ReadEvalFile, { name, tag, limit, concurrency, earlyStop = true }: Options): ReadEvalFile {
  const executor = file.config?.executor ?? file.executor ?? executorSchema.parse({});
  // The file may turn it off as well.
  const stopsEarly = earlyStop && (executor.earlyStop || !file.executorFields.includes('earlyStop'));
  const changed = { ...executor, earlyStop: stopsEarly, ...(concurrency && { maxConcurrency: concurrency }) };
  return {
    ...file,
    labels: { name, tags: tag },
    ...(limit && { limit }),
    executorFields: [...file.executorFields, 'earlyStop', ...(concurrency ? ['maxConcurrency'] : [])],
    ...(file.config ? { config: { ...file.config, executor: changed } } : { executor: changed }),
  } as ReadEvalFile;
}
