import type { Command } from 'commander';
import { control } from '../../client/runs/control.ts';
import type { RunControlAnswer } from '../../contracts/run-control.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { describeJobs } from '../../core/bulk-jobs/describe-job.ts';
import { count, milliseconds, moment, plural, seconds, totalCost } from '../../core/format.ts';
import { describeUnknown } from '../../core/on-unknown.ts';
import { describePacing } from '../../core/pacing/describe-pacing.ts';
import { passRateText } from '../../core/pass-rate.ts';
import { shownRecord } from '../../core/shown-record.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { defineAction, type Shell } from '../command.ts';
import { parseJson } from '../json.ts';
import { statusColour } from '../reports/status-colour.ts';
import { forEachRun, readRecord } from '../runs/read-record.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows the run's record with live counts that sum to the total. */
export function statusCommand(program: Command, shell: Shell): void {
  const command = program.command('status').argument('<id>', 'the ID of a run or experiment');
  defineAction(command, shell, ({ terminal, connected }, _options, id = '') =>
    connected((connection) =>
      forEachRun(id, connection, terminal, async ({ evaluation_id: evaluationId }) => {
        // Run control may update the record from its execution, so the record is read afterwards.
        const answer = await control({ action: 'status', evaluationId }, connection);
        const record = await readRecord(evaluationId, connection);
        terminal.object(statusObject(record, answer));
        printStatus(terminal, record, answer);
      }),
    ),
  );
}

/** The run record with parsed JSON fields and live counts. */
function statusObject(record: RunRecord, { status, progress }: RunControlAnswer) {
  const { succeeded, failed, skipped, running, remaining, percent } = progress;
  return {
    ...shownRecord(record),
    status,
    ...{ succeeded, failed, skipped, running, remaining, percent },
    progress,
    config: parseJson(record.config),
    ...(record.summary && { summary: parseJson(record.summary) }),
  };
}

function printStatus(terminal: Terminal, record: RunRecord, { status, reason, progress }: RunControlAnswer): void {
  const { paint } = terminal;
  const summary = summaryOf(record);
  const fields: [string, string | undefined][] = [
    ['run', record.evaluation_id],
    ['status', paint(statusColour(status) ?? 'bold', status) + (reason ? ` · ${reason}` : '')],
    ['target', `${record.target_name} (${record.execution_mode})`],
    ['dataset', record.dataset_id],
    ['rows', `${count(progress.total)} · ${progress.percent}% done`],
    [
      'counts',
      `${count(progress.succeeded)} answered · ${plural(progress.failed, 'error')} · ${count(progress.skipped)} skipped · ${count(progress.running)} running · ${count(progress.remaining)} remaining`,
    ],
    ['pass rate', summary && passRateText(summary)],
    ...describeUnknown(progress, record.evaluation_id).map((line): [string, string] => ['unknown', line]),
    ['speed', `${progress.rowsPerSecond} rows/s · average ${milliseconds(progress.averageLatencyMs)}`],
    ['pace', progress.pacing && describePacing(progress.pacing)],
    ['job', progress.jobs && describeJobs(progress.jobs)],
    ['cost', `${totalCost(progress)} · ${count(progress.tokens.total)} tokens`],
    ['time left', progress.etaSeconds === undefined ? undefined : seconds(progress.etaSeconds)],
    ['concurrency', count(record.max_concurrency)],
    ['attempt', record.attempt > 1 ? count(record.attempt) : undefined],
    ['started', moment(record.started_at)],
    ['finished', record.finished_at && moment(record.finished_at)],
    ['export', record.export_uri],
  ];
  for (const [name, value] of fields) if (value) terminal.line(`${paint('dim', name.padEnd(12))}${value}`);
}
