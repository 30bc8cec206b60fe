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

export function runCommand(program: Command, shell: Shell): void {
  const command = program
    .command('run')
    .argument('<eval.yaml>')
    .option('--id <id>', 'ID of the run (default: file name and time)')
    .option('--name <name>', 'name shown in lists', textOf(runNameSchema))
    .option('--tag <tag>', 'tag to find the run by (repeatable)', tags)
    .option('--limit <n>', 'run only the first rows', whole(1))
    .option('--first <n>', 'run the first rows, show them, and ask before running the rest', whole(1, 100))
    .option('-y, --yes', 'with --first, continue without asking unless a row failed')
    .option('--concurrency <n>', 'rows at the same time (overrides executor.maxConcurrency)', whole(1, 1000))
    .option('--no-early-stop', 'continue even if the first 20 rows all end with the same permanent error')
    .option('--detach', 'start the run without following it')
    .option('-o, --output <file>', 'download the results as CSV', outputFile)
    .option('--junit <file>', 'write a JUnit report', outputFile)
    .option('--markdown <file>', 'write a Markdown summary', outputFile);
  defineAction<Options>(command, shell, (context, options, path = '') => {
    const file = adjusted(readEvalFile(path), options);
    if (file.variants && options.first) {
      throw usageError('--first does not work with variants.', 'Use --limit to run a few rows of each variant.');
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
    terminal.note(`Follow it with: rollcall watch ${evaluationId} ${connection.flags}`.trimEnd());
    terminal.line(evaluationId);
    return undefined;
  }
  if (options.detach) terminal.note('Following the run, because the local cloud ends with this command.');
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

/** Command-line options override the file. */
function adjusted(file: ReadEvalFile, { name, tag, limit, concurrency, earlyStop = true }: Options): ReadEvalFile {
  const executor = file.config?.executor ?? file.executor ?? executorSchema.parse({});
  // The file may disable it as well.
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
