import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { type Command, Option } from 'commander';
import { control } from '../../client/runs/control.ts';
import { type OnUnknown, onUnknownSchema } from '../../contracts/evaluation-config.ts';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { plural } from '../../core/format.ts';
import { describeUnknown } from '../../core/on-unknown.ts';
import { isJob, isOver } from '../../domain/run-records/run-record.ts';
import { type CommandContext, defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { readGates } from '../eval-file/read-gates.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { amount, whole } from '../option-values.ts';
import { printReport } from '../reports/print-report.ts';
import { exitCodeOf, reportOn } from '../reports/run-report.ts';
import { checkGates } from '../runs/check-gates.ts';
import { followRun } from '../runs/follow-run.ts';
import { readRecord, readRuns } from '../runs/read-record.ts';

interface PassOptions {
  readonly wait?: boolean;
  /** A retry is followed to its end by default. */
  readonly detach?: boolean;
  readonly budget?: number;
  readonly onUnknown?: OnUnknown;
  /** The file whose thresholds decide the exit code. */
  readonly eval?: string;
}

/** Each command can be repeated, and reports whether it changed anything. */
export function controlCommands(program: Command, shell: Shell): void {
  const define = (name: string, what = 'the ID of the run') => program.command(name).argument('<id>', what);

  defineAction(define('pause'), shell, (context, _options, id = '') =>
    context.connected(async (connection) => {
      await readRecord(id, connection);
      report(context, await control({ action: 'pause', evaluationId: id }, connection));
    }),
  );

  const resume = passOptions(define('resume').option('--wait', 'follow the run until it ends'), 'with --wait, ');
  defineAction<PassOptions>(resume, shell, (context, options, id = '') =>
    context.connected(async (connection) => {
      readGates(options.eval);
      await readRecord(id, connection);
      const { budget: budgetLimit, onUnknown } = options;
      const answer = await control({ action: 'resume', evaluationId: id, budgetLimit, onUnknown }, connection);
      return reportOrWait(context, answer, options, connection);
    }),
  );

  const cancel = define('cancel', 'the ID of a run or experiment')
    .option('--now', 'also stop running agents')
    .option('--reason <text>', 'the reason, stored with the run');
  defineAction<{ now?: boolean; reason?: string }>(cancel, shell, (context, { now = false, reason }, id = '') =>
    context.connected(async (connection) => {
      const runs = await readRuns(id, connection);
      // A single finished run reports that nothing changed. Finished runs of an experiment are skipped.
      const going = runs.length === 1 ? runs : runs.filter(({ status }) => !isOver(status));
      if (going.length === 0) context.terminal.line(`All runs of ${id} have already ended. Nothing changed.`);
      for (const { evaluation_id: evaluationId } of going) {
        report(context, await control({ action: 'cancel', evaluationId, now, reason }, connection));
      }
    }),
  );

  // Retries now wait by default. Older scripts may still pass --wait.
  const retry = passOptions(define('retry').addOption(new Option('--wait').hideHelp())).addOption(
    new Option('--class <class>', 'retry only errors of this class').choices(['transient', 'permanent', 'validation']),
  );
  retry
    .option('--individually', 'call rows one by one instead of in a provider batch')
    .option('--detach', 'start the retry without following it');
  defineAction<PassOptions & { class?: 'transient' | 'permanent' | 'validation'; individually?: boolean }>(
    retry,
    shell,
    (context, options, id = '') =>
      context.connected(async (connection) => {
        readGates(options.eval);
        await readRecord(id, connection);
        const { class: errorClass, budget: budgetLimit, onUnknown, individually } = options;
        const pass = { errorClass, budgetLimit, onUnknown, individually };
        const request = { action: 'retry', evaluationId: id, ...pass } as const;
        const answer = await control(request, connection);
        return reportOrWait(context, answer, { wait: !options.detach, ...options }, connection);
      }),
  );

  const concurrency = define('set-concurrency').argument(
    '<n>',
    'rows at the same time, from 1 to 1000',
    whole(1, 1000),
  );
  defineAction(concurrency, shell, (context, _options, id = '', n = '') =>
    context.connected(async (connection) => {
      await readRecord(id, connection);
      const request = { action: 'set-concurrency', evaluationId: id, maxConcurrency: Number(n) } as const;
      report(context, await control(request, connection));
    }),
  );
}

const passOptions = (command: Command, when = ''): Command =>
  command
    .option('--budget <usd>', 'new limit for the total cost of the run, including what is already spent', amount)
    .addOption(
      new Option('--on-unknown <what>', 'what to do with rows whose call may have been made').choices(
        onUnknownSchema.options,
      ),
    )
    .option('--eval <eval.yaml>', `${when}check the thresholds in this file`);

function report({ terminal }: CommandContext, answer: RunControlAnswer): void {
  terminal.object(answer);
  const { evaluationId, status, reason, changed, progress } = answer;
  const done = progress.succeeded + progress.failed + progress.skipped;
  const state = changed ? status : `already ${status}; nothing changed`;
  terminal.line(
    `${evaluationId} is ${state}. ${done} of ${progress.total} rows are done.${reason ? ` ${reason}` : ''}`,
  );
  for (const line of describeUnknown(progress, evaluationId)) terminal.line(line);
}

/** If this command started the local cloud, the run would end with it, so it is always followed. */
async function reportOrWait(
  context: CommandContext,
  answer: RunControlAnswer,
  { wait, eval: file }: PassOptions,
  connection: Connection,
): Promise<ExitCode | undefined> {
  const { terminal } = context;
  const { executionArn, evaluationId, changed } = answer;
  if (executionArn) await planned(evaluationId, executionArn, connection);
  if (!changed || !(wait || connection.endsWithCommand)) {
    const now = await control({ action: 'status', evaluationId }, connection);
    report(context, { ...now, changed, ...(executionArn && { executionArn }) });
    return undefined;
  }
  if (!wait) terminal.note('Following the run, because the local cloud ends with this command.');
  const record = await readRecord(evaluationId, connection);
  const rows = plural(record.planned, 'row');
  terminal.note(terminal.paintNote('dim', `Run ${evaluationId} on ${connection.label}: ${rows} to call`));
  const run = { evaluationId, executionArn: executionArn ?? record.execution_arn };
  // JSON mode prints a single object at the end.
  const ended = await followRun(run, record.target_name, connection, terminal, { events: false });
  if (!ended) return EXIT.incomplete;
  const most = { failed: 1_000, wrong: 10 };
  const figures = await reportOn(record.target_name, ended, most, connection);
  const { verdicts } = await checkGates(ended, readGates(file), connection);
  const exitCode = exitCodeOf({ ...figures, verdicts });
  terminal.object({
    ...answer,
    status: ended.status,
    ...(ended.reason && { reason: ended.reason }),
    summary: ended.summary,
    thresholds: verdicts,
    exitCode,
  });
  printReport(terminal, { ...figures, verdicts }, connection.flags);
  return exitCode;
}

/** The next execution waits for rows that were in flight when the last one stopped, which can take as long as a call. */
const PLANNED_WITHIN_MS = 15_000;

/** Waits until the new execution has planned the run, so that the status shows how many rows it calls. */
async function planned(evaluationId: string, executionArn: string, connection: Connection): Promise<void> {
  for (const end = Date.now() + PLANNED_WITHIN_MS; Date.now() < end; await sleep(connection.pollMs)) {
    const { pass_id, kind } = await readRecord(evaluationId, connection);
    // A batch job may wait in line without an execution.
    if (pass_id === executionArn || isJob({ kind })) return;
    const { status } = await connection.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    if (status !== 'RUNNING') return;
  }
}
