import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { type Command, Option } from 'commander';
import { control } from '../../client/runs/control.ts';
import { type OnUnknown, onUnknownSchema } from '../../contracts/evaluation-config.ts';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { plural } from '../../core/format.ts';
import { describeUnknown } from '../../core/on-unknown.ts';
import { isOver } from '../../domain/run-records/run-record.ts';
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
  /** Of a retry, which is waited for otherwise. */
  readonly detach?: boolean;
  readonly budget?: number;
  readonly onUnknown?: OnUnknown;
  /** Whose thresholds decide the exit code. */
  readonly eval?: string;
}

/** pause, resume, cancel, retry, set-concurrency: each can be repeated, and says whether it changed anything. */
export function controlCommands(program: Command, shell: Shell): void {
  const define = (name: string, what = 'the run’s id') => program.command(name).argument('<id>', what);

  defineAction(define('pause'), shell, (context, _options, id = '') =>
    context.connected(async (connection) => {
      await readRecord(id, connection);
      report(context, await control({ action: 'pause', evaluationId: id }, connection));
    }),
  );

  const resume = passOptions(define('resume').option('--wait', 'follow the run to its end'), 'with --wait: ');
  defineAction<PassOptions>(resume, shell, (context, options, id = '') =>
    context.connected(async (connection) => {
      readGates(options.eval);
      await readRecord(id, connection);
      const { budget: budgetLimit, onUnknown } = options;
      const answer = await control({ action: 'resume', evaluationId: id, budgetLimit, onUnknown }, connection);
      return reportOrWait(context, answer, options, connection);
    }),
  );

  const cancel = define('cancel', 'the id of a run or an experiment')
    .option('--now', 'stop agents in flight too')
    .option('--reason <text>', 'why; it is kept with the run');
  defineAction<{ now?: boolean; reason?: string }>(cancel, shell, (context, { now = false, reason }, id = '') =>
    context.connected(async (connection) => {
      const runs = await readRuns(id, connection);
      // A run that has ended already says that nothing changed; of an experiment it is left alone.
      const going = runs.length === 1 ? runs : runs.filter(({ status }) => !isOver(status));
      if (going.length === 0) context.terminal.line(`All runs of ${id} have ended. Nothing changed.`);
      for (const { evaluation_id: evaluationId } of going) {
        report(context, await control({ action: 'cancel', evaluationId, now, reason }, connection));
      }
    }),
  );

  // Retries were not waited for once, so scripts may say --wait.
  const retry = passOptions(define('retry').addOption(new Option('--wait').hideHelp())).addOption(
    new Option('--class <class>', 'only rows whose error is of this class').choices([
      'transient',
      'permanent',
      'validation',
    ]),
  );
  retry
    .option('--individually', 'one by one, where the run has bulk jobs')
    .option('--detach', 'start the retry and leave it');
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

  const concurrency = define('set-concurrency').argument('<n>', 'from 1 to 1000', whole(1, 1000));
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
    .option('--budget <usd>', 'what the whole run may cost from now on', amount)
    .addOption(
      new Option('--on-unknown <what>', 'rows whose call may have been made, from now on').choices(
        onUnknownSchema.options,
      ),
    )
    .option('--eval <eval.yaml>', `${when}check the thresholds of this file`);

function report({ terminal }: CommandContext, answer: RunControlAnswer): void {
  terminal.object(answer);
  const { evaluationId, status, reason, changed, progress } = answer;
  const done = progress.succeeded + progress.failed + progress.skipped;
  const state = changed ? status : `${status}; nothing changed`;
  terminal.line(
    `${evaluationId} is ${state}. ${done} of ${progress.total} rows have settled.${reason ? ` ${reason}` : ''}`,
  );
  for (const line of describeUnknown(progress, evaluationId)) terminal.line(line);
}

/** A local cloud that ends with this command would take the run with it: it is followed to its end then. */
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
  if (!wait) terminal.note('The local cloud ends with this command, so the run is followed to its end.');
  const record = await readRecord(evaluationId, connection);
  const rows = plural(record.planned, 'row');
  terminal.note(terminal.paintNote('dim', `Run ${evaluationId} on ${connection.label}: ${rows} to call`));
  const run = { evaluationId, executionArn: executionArn ?? record.execution_arn };
  // One object is printed at the end, whatever happens meanwhile.
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

/** Rows in flight when an execution was stopped are waited for by the next one; that may take as long as a call. */
const PLANNED_WITHIN_MS = 15_000;

/** The new execution has planned the run: who asks for the status then sees how many rows it calls. */
async function planned(evaluationId: string, executionArn: string, connection: Connection): Promise<void> {
  for (const end = Date.now() + PLANNED_WITHIN_MS; Date.now() < end; await sleep(connection.pollMs)) {
    const { pass_id, items_key } = await readRecord(evaluationId, connection);
    // A batch job may be in line, without an execution.
    if (pass_id === executionArn || items_key) return;
    const { status } = await connection.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    if (status !== 'RUNNING') return;
  }
}
