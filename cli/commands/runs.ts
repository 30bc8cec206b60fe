import { type Command, Option } from 'commander';
import { listRuns } from '../../client/runs/list-runs.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { count, milliseconds, moment, percent, totalCost } from '../../core/format.ts';
import type { ListedRun } from '../../domain/run-records/run-listing.ts';
import { RUN_STATUSES, type RunStatus } from '../../domain/run-records/run-record.ts';
import { defineAction, type Shell } from '../command.ts';
import { whole } from '../option-values.ts';
import { statusColour } from '../reports/status-colour.ts';

interface Options {
  readonly tenant: string;
  readonly limit: number;
  readonly status?: RunStatus;
  readonly experiment?: string;
}

export function runsCommand(program: Command, shell: Shell): void {
  const command = program
    .command('runs')
    .option('--limit <n>', 'number of runs', whole(1), 20)
    .addOption(new Option('--status <status>', 'only runs with this status').choices(RUN_STATUSES))
    .option('--experiment <id>', 'only runs of this experiment')
    .option('--tenant <tenant>', 'tenant of the runs', DEFAULT_TENANT);
  defineAction<Options>(command, shell, ({ terminal, connected }, { tenant, limit, status, experiment }) =>
    connected(async (connection) => {
      const filter = { status, experimentId: experiment };
      const { runs: shown, next } = await listRuns({ tenant, filter, limit }, connection);
      terminal.object({ runs: shown.map(summaryLine), total: next ? null : shown.length });
      if (shown.length === 0)
        return terminal.line(`No runs in ${connection.label}. Start one with: rollcall run eval.yaml`);
      const hasExperiments = shown.some((run) => run.experiment_id);
      terminal.table(shown, [
        { title: 'run', value: (run) => run.evaluation_id },
        ...(hasExperiments
          ? [{ title: 'experiment', value: (run: ListedRun) => run.experiment_id ?? '', shrinkTo: 10 }]
          : []),
        { title: 'status', value: (run) => run.status, colour: (run) => statusColour(run.status) },
        { title: 'mode', value: (run) => run.execution_mode, optional: 5 },
        { title: 'target', value: (run) => run.target_name, shrinkTo: 10, optional: 2 },
        { title: 'rows', value: (run) => count(run.total), right: true },
        {
          title: 'failed',
          value: (run) => count(run.failed),
          right: true,
          colour: (run) => (run.failed ? 'red' : undefined),
        },
        { title: 'passed', value: (run) => percent(run.figures?.passRate), right: true },
        { title: 'p95', value: (run) => milliseconds(run.figures?.p95Ms), right: true, optional: 4 },
        {
          title: 'cost',
          value: (run) => totalCost({ costUsd: run.cost_usd, priced: run.priced }),
          right: true,
          optional: 3,
        },
        { title: 'started', value: (run) => moment(run.started_at), optional: 1 },
      ]);
      if (next) terminal.note('There are more. Show them with --limit.');
    }),
  );
}

const summaryLine = (record: ListedRun) => ({
  evaluationId: record.evaluation_id,
  status: record.status,
  ...(record.reason && { reason: record.reason }),
  datasetId: record.dataset_id,
  experimentId: record.experiment_id ?? null,
  targetName: record.target_name,
  executionMode: record.execution_mode,
  total: record.total,
  succeeded: record.succeeded,
  failed: record.failed,
  skipped: record.skipped,
  passRate: record.figures?.passRate ?? null,
  costUsd: record.cost_usd,
  priced: record.priced,
  startedAt: record.started_at,
  finishedAt: record.finished_at ?? null,
});
