import type { Command } from 'commander';
import { importTraces } from '../../client/traces/import-traces.ts';
import { findTrace } from '../../client/traces/read-thread.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { count, plural } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { tracingOf } from '../connect/tracing-of.ts';

export function traceCommand(program: Command, shell: Shell): void {
  const group = program.command('trace');
  const command = group
    .command('import')
    .description('import traces from JSON Lines, one per line; duplicates are stored once')
    .argument('<file>')
    .option('--tenant <tenant>', 'tenant of the traces', DEFAULT_TENANT);
  defineAction<{ tenant: string }>(command, shell, ({ terminal, connectedOrNew }, { tenant }, file = '') =>
    connectedOrNew(async (connection) => {
      const tracing = await tracingOf(connection);
      const show = (traces: number) => terminal.canRedraw && terminal.live(`${count(traces)} traces stored`);
      const imported = await importTraces(tenant, file, tracing, show);
      terminal.clearLive();
      terminal.object(imported);
      const known = imported.unchanged > 0 ? ` ${count(imported.unchanged)} of them already existed.` : '';
      terminal.line(`Imported ${plural(imported.received, 'trace')}.${known}`);
    }),
  );

  const show = group
    .command('show')
    .description('print a trace as JSON')
    .argument('<trace>', 'the ID of the trace')
    .option('--tenant <tenant>', 'tenant of the traces', DEFAULT_TENANT);
  defineAction<{ tenant: string }>(show, shell, ({ terminal, connected }, { tenant }, id = '') =>
    connected(async (connection) => {
      const trace = await findTrace(tenant, id, await tracingOf(connection));
      if (!trace) throw new RollcallError('TraceNotFound', `There is no trace ${id}.`);
      terminal.object(trace);
      terminal.line(JSON.stringify(trace, null, 2));
    }),
  );
}
