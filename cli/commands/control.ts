import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { type Command, Option } from 'commander';
import { control } from '../../client/runs/control.ts';
import { watchRun } from '../../client/runs/watch-run.ts';
import { type OnUnknown, onUnknownSchema } from '../../contracts/evaluation-config.ts';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { describeUnknown } from '../../core/on-unknown.ts';
import { type CommandContext, defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { readGates } from '../eval-file/read-gates.ts';
import type { ExitCode } from '../exit-codes.ts';
import { amount, whole } from '../option-values.ts';
import { printReport } from '../reports/print-report.ts';
import { exitCodeOf, reportOn } from '../reports/run-report.ts';
import { checkGates } from '../runs/check-gates.ts';
import { readRecord } from '../runs/read-record.ts';
import { progressReporter } from '../terminal/progress-bar.ts';

interface PassOptions {
  readonly wait?: boolean;
  readonly budget?: number;
  readonly onUnknown?: OnUnknown;
  /** Whose thresholds decide the exit code. */
  readonly eval?: string;
}

/** pause, resume, cancel, retry, set-concurrency: each can be repeated, and says whether it changed anything. */
export function controlCommands(program: Command, shell: Shell): void {
  const define = (name: string) => program.command(name).argument('<id>', 'the run’s id');

  defineAction(define('pause'), shell, (context, _options, id = '') =>
    context.connected(async (connection) => {
      await readRecord(id, connection);
      report(context, await control({ action: 'pause', evaluationId: id }, connection));
    }),
  );

  const resume = passOptions(define('resume'));
  defineAction<PassOptions>(resume, shell, (context, options, id = '') =>
    context.connected(async (connection) => {
      readGates(options.eval);
      await readRecord(id, connection);
      const { budget: budgetLimit, onUnknown } = options;
      const answer = await control({ action: 'resume', evaluationId: id, budgetLimit, onUnknown }, connection);
      return reportOrWait(context, answer, options, connection);
    }),
  );

  const cancel = define('cancel')
    .option('--now', 'stop agents in flight too')
    .option('--reason <text>', 'why; it is kept with the run');
  defineAction<{ now?: boolean; reason?: string }>(cancel, shell, (context, { now = false, reason }, id = '') =>
    context.connected(async (connection) => {
      await readRecord(id, connection);
      report(context, await control({ action: 'cancel', evaluationId: id, now, reason }, connection));
    }),
  );

  const retry = passOptions(define('retry')).addOption(
    new Option('--class <class>', 'only rows whose error is of this class').choices([
      'transient',
      'permanent',
      'validation',
    ]),
  );
  retry.option('--individually', 'one by one, where the run has bulk jobs');
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
        return reportOrWait(context, answer, options, connection);
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

const passOptions = (command: Command): Command =>
  command
    .option('--budget <usd>', 'what the whole run may cost from now on', amount)
    .addOption(
      new Option('--on-unknown <what>', 'rows whose call may have been made, from now on').choices(
        onUnknownSchema.options,
      ),
    )
    .option('--wait', 'follow the run to its end')
    .option('--eval <eval.yaml>', 'with --wait: check the thresholds of this file');

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
  const record = await readRecord(evaluationId, connection);
  const bar = progressReporter(terminal, evaluationId);
  const run = { evaluationId, executionArn: executionArn ?? record.execution_arn };
  const ended = await watchRun(run, connection, (progress) => bar.update(progress));
  bar.end();
  if (!ended) return undefined;
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
