import type { Command } from 'commander';
import { listRuns } from '../../client/runs/list-runs.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { count, milliseconds, moment, percent, totalCost } from '../../core/format.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { defineAction, type Shell } from '../command.ts';
import { whole } from '../option-values.ts';
import { statusColour } from '../reports/status-colour.ts';

interface Options {
  readonly limit: number;
  readonly status?: string;
  readonly experiment?: string;
}

export function runsCommand(program: Command, shell: Shell): void {
  const command = program
    .command('runs')
    .option('--limit <n>', 'number of runs', whole(1), 20)
    .option('--status <status>', 'only runs with this status')
    .option('--experiment <id>', 'only runs of this experiment');
  defineAction<Options>(command, shell, ({ terminal, connected }, { limit, status, experiment }) =>
    connected(async (connection) => {
      const all = (await listRuns(connection)).filter(
        (record) => (!status || record.status === status) && (!experiment || record.experiment_id === experiment),
      );
      const shown = all.slice(0, limit);
      terminal.object({ runs: shown.map(summaryLine), total: all.length });
      if (all.length === 0)
        return terminal.line(`No runs in ${connection.label}. Start one with: rollcall run eval.yaml`);
      const hasExperiments = shown.some((run) => run.experiment_id);
      terminal.table(shown, [
        { title: 'run', value: (run) => run.evaluation_id },
        ...(hasExperiments
          ? [{ title: 'experiment', value: (run: RunRecord) => run.experiment_id ?? '', shrinkTo: 10 }]
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
        { title: 'passed', value: (run) => percent(summaryOf(run)?.passRate), right: true },
        { title: 'p95', value: (run) => milliseconds(summaryOf(run)?.latencyMs.p95), right: true, optional: 4 },
        {
          title: 'cost',
          value: (run) => totalCost({ costUsd: run.cost_usd, priced: run.priced }),
          right: true,
          optional: 3,
        },
        { title: 'started', value: (run) => moment(run.started_at), optional: 1 },
      ]);
      if (all.length > shown.length) terminal.note(`${all.length - shown.length} more; see --limit.`);
    }),
  );
}

const summaryLine = (record: RunRecord) => ({
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
  passRate: summaryOf(record)?.passRate ?? null,
  costUsd: record.cost_usd,
  priced: record.priced,
  startedAt: record.started_at,
  finishedAt: record.finished_at ?? null,
});
