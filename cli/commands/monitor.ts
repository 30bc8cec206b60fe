import type { Command } from 'commander';
import { askingOf } from '../../client/monitors/asking-of.ts';
import { backfill } from '../../client/monitors/backfill.ts';
import { listResults } from '../../client/monitors/monitor-results.ts';
import { listMonitors, putMonitor, readMonitor, removeMonitor } from '../../client/monitors/monitor-store.ts';
import { testMonitor } from '../../client/monitors/test-monitor.ts';
import type { Tracing } from '../../client/traces/connect-traces.ts';
import type { StoredMonitor } from '../../contracts/monitor.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { moment, percent, plural } from '../../core/format.ts';
import { monitorFromRun } from '../../core/monitors/monitor-from-run.ts';
import { type CommandContext, defineAction, type Shell } from '../command.ts';
import type { Connection } from '../connect/connect.ts';
import { tracingOf } from '../connect/tracing-of.ts';
import { usageError } from '../exit-codes.ts';
import { time, whole } from '../option-values.ts';
import { readYaml } from '../read-yaml.ts';
import { printMonitorResults } from '../reports/print-monitor-results.ts';

/** How long `monitor test` waits for judges. */
const JUDGES_WAIT_MS = 600_000;

interface Options {
  readonly tenant: string;
}

const traced = <T>(
  { connected }: CommandContext,
  work: (tracing: Tracing, connection: Connection) => Promise<T>,
): Promise<T> => connected(async (connection) => work(await tracingOf(connection), connection));

const shown = ({ version, updatedAt, monitor }: StoredMonitor) => ({ ...monitor, version, updatedAt });

export function monitorCommand(program: Command, shell: Shell): void {
  const group = program.command('monitor');
  const define = (name: string, description: string) =>
    group.command(name).description(description).option('--tenant <tenant>', 'tenant of the monitors', DEFAULT_TENANT);

  const put = define('put', 'create or update a monitor from a YAML or JSON file, or from a run')
    .argument('[file]')
    .option('--from-run <id>', 'use the evaluators and conversation columns of this run')
    .option('--name <name>', 'with --from-run, the name of the monitor');
  defineAction<Options & { fromRun?: string; name?: string }>(put, shell, (context, options, file) => {
    const { tenant, fromRun, name } = options;
    if ((file === undefined) === (fromRun === undefined)) throw usageError('Pass either a file or --from-run ID.');
    if (fromRun && !name) throw usageError('--from-run requires --name, the name of the monitor.');
    return traced(context, async (tracing, { runs }) => {
      const given = fromRun ? monitorFromRun(name ?? '', await runs.read(fromRun)) : readYaml(file ?? '');
      const stored = await putMonitor(tenant, given, tracing);
      context.terminal.object(shown(stored));
      context.terminal.line(`Saved monitor ${stored.monitor.name}, version ${stored.version}.`);
    });
  });

  defineAction<Options>(define('list', 'list monitors'), shell, (context, { tenant }) =>
    traced(context, async (tracing) => {
      const { terminal } = context;
      const monitors = await listMonitors(tenant, tracing);
      terminal.object({ monitors: monitors.map(shown) });
      if (monitors.length === 0) return terminal.line('No monitors. Create one with: rollcall monitor put FILE');
      terminal.table(monitors, [
        { title: 'monitor', value: ({ monitor }) => monitor.name },
        { title: 'level', value: ({ monitor }) => (monitor.level === 'thread' ? 'threads' : 'traces') },
        { title: 'enabled', value: ({ monitor }) => (monitor.enabled ? 'yes' : 'no') },
        { title: 'sampled', value: ({ monitor }) => percent(monitor.sampling), right: true },
        { title: 'version', value: ({ version }) => String(version), right: true },
        { title: 'updated', value: ({ updatedAt }) => moment(updatedAt) },
      ]);
    }),
  );

  defineAction<Options>(
    define('show', 'print a monitor as JSON').argument('<name>'),
    shell,
    (context, { tenant }, name = '') =>
      traced(context, async (tracing) => {
        const stored = shown(await readMonitor(tenant, name, tracing));
        context.terminal.object(stored);
        context.terminal.line(JSON.stringify(stored, null, 2));
      }),
  );

  const results = define('results', 'show the results of a monitor, newest first').argument('<name>');
  results.option('--limit <n>', 'number of results', whole(1, 10_000), 50);
  defineAction<Options & { limit: number }>(results, shell, (context, { tenant, limit }, name = '') =>
    traced(context, async (tracing) => {
      await readMonitor(tenant, name, tracing);
      const page = await listResults(tenant, name, { limit }, tracing);
      context.terminal.object({ results: page.results });
      if (page.results.length === 0) return context.terminal.line(`No results of ${name} yet.`);
      printMonitorResults(context.terminal, page.results);
    }),
  );

  const test = define('test', 'try a monitor on the newest traces or threads; results are not saved').argument(
    '<name>',
  );
  test.option('--last <n>', 'number of traces or threads', whole(1, 1000), 20);
  defineAction<Options & { last: number }>(test, shell, (context, { tenant, last }, name = '') =>
    traced(context, async (tracing, connection) => {
      const { terminal } = context;
      const deps = { ...tracing, asking: askingOf(connection, tracing), waitMs: JUDGES_WAIT_MS };
      const tested = await testMonitor(await readMonitor(tenant, name, tracing), last, deps);
      terminal.object(tested);
      printMonitorResults(terminal, tested.results);
      const { evaluated, passed, failed, errors, skipped } = tested;
      terminal.line(
        `${evaluated} evaluated: ${passed} passed, ${failed} failed, ${plural(errors, 'error')}. ${skipped} skipped.`,
      );
    }),
  );

  const fill = define('backfill', 'evaluate older traces or threads')
    .argument('<name>')
    .requiredOption('--from <time>', 'evaluate traces from this time on, such as 2026-01-31T10:00:00Z', time)
    .option('--to <time>', 'evaluate traces before this time (default: now)', time);
  defineAction<Options & { from: string; to?: string }>(fill, shell, (context, { tenant, from, to }, name = '') =>
    traced(context, async (tracing) => {
      const filled = await backfill(await readMonitor(tenant, name, tracing), { from, to }, tracing);
      context.terminal.object(filled);
      context.terminal.line(
        `Queued ${plural(filled.queued, 'evaluation')}. Show the results with: rollcall monitor results ${name}`,
      );
    }),
  );

  const remove = define('delete', 'delete a monitor and keep its results').argument('<name>');
  defineAction<Options>(remove, shell, (context, { tenant }, name = '') =>
    traced(context, async (tracing) => {
      await removeMonitor(tenant, name, tracing);
      context.terminal.object({ deleted: name });
      context.terminal.line(`Deleted monitor ${name}. Its results are kept.`);
    }),
  );
}
