import type { Command } from 'commander';
import type { MetricSums } from '../../client/metrics/read-run-metrics.ts';
import { METRICS, type MetricName } from '../../contracts/metrics.ts';
import { bytes, count, milliseconds, usd } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { whole } from '../option-values.ts';
import { readRecord } from '../runs/read-record.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly hours: number;
}

export function metricsCommand(program: Command, shell: Shell): void {
  const command = program
    .command('metrics')
    .argument('[id]', 'the ID of a run')
    .option('--hours <n>', 'without a run, how far to look back', whole(1, 14 * 24), 24);
  defineAction<Options>(command, shell, ({ terminal, connected }, { hours }, id) =>
    connected(async (connection) => {
      if (id) {
        const { started_at: startedAt } = await readRecord(id, connection);
        const [{ readRunMetrics }, { connectLogs }] = await Promise.all([
          import('../../client/metrics/read-run-metrics.ts'),
          import('../../client/logs/connect-logs.ts'),
        ]);
        const measured = await readRunMetrics(connectLogs(connection), id, new Date(startedAt));
        terminal.object(measured);
        printSums(terminal, { [id]: measured.sums });
        printLatency(terminal, 'row latency', measured.latencyMs);
        printPerRow(terminal, measured.sums);
        return;
      }
      const [{ readStageMetrics }, { connectMetrics }] = await Promise.all([
        import('../../client/metrics/read-stage-metrics.ts'),
        import('../../client/metrics/connect-metrics.ts'),
      ]);
      const measured = await readStageMetrics(connectMetrics(connection), new Date(Date.now() - hours * 3_600_000));
      terminal.object(measured);
      printSums(terminal, measured.byMode);
      for (const [mode, { mean, highestP95 }] of Object.entries(measured.latencyMs)) {
        printLatency(terminal, `row latency, ${mode}`, { mean, 'highest p95': highestP95 });
      }
    }),
  );
}

function printLatency(terminal: Terminal, title: string, figures: Readonly<Record<string, number | undefined>>): void {
  const known = Object.entries(figures).filter(([, ms]) => ms !== undefined);
  const shown = known.map(([name, ms]) => `${name} ${milliseconds(ms)}`);
  if (known.length > 0) terminal.line(`${title}: ${shown.join(' · ')}`);
}

function printPerRow(terminal: Terminal, { RowsProcessed: rows = 0, Tokens, CostUsd, StagedBytes }: MetricSums): void {
  if (rows === 0) return;
  const parts = [
    ...(Tokens === undefined ? [] : [`${count(Tokens / rows)} tokens`]),
    ...(CostUsd === undefined ? [] : [usd(CostUsd / rows)]),
    ...(StagedBytes === undefined ? [] : [`${bytes(Math.round(StagedBytes / rows))} staged`]),
  ];
  if (parts.length > 0) terminal.line(`average per row: ${parts.join(' · ')}`);
}

/** One column per run or mode, with the metrics that were reported. Sums of times mean nothing. */
function printSums(terminal: Terminal, columns: Readonly<Record<string, MetricSums>>): void {
  const names = (Object.keys(METRICS) as MetricName[]).filter(
    (name) => METRICS[name] !== 'Milliseconds' && Object.values(columns).some((sums) => sums[name] !== undefined),
  );
  if (names.length === 0) {
    terminal.line('No metrics found.');
    return;
  }
  terminal.table(names, [
    { title: 'metric', value: (name) => name },
    ...Object.entries(columns).map(([title, sums]) => ({
      title,
      value: (name: MetricName) => shown(name, sums[name]),
      right: true,
    })),
  ]);
}

function shown(name: MetricName, value: number | undefined): string {
  if (value === undefined) return '–';
  if (name === 'CostUsd') return usd(value);
  return METRICS[name] === 'Bytes' ? bytes(value) : count(value);
}
