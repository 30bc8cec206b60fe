import type { Command } from 'commander';
import { listThreads } from '../../client/traces/list-traces.ts';
import { findHead } from '../../client/traces/put-traces.ts';
import { readThread } from '../../client/traces/read-thread.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import type { Trace } from '../../contracts/trace.ts';
import { cutText } from '../../core/cut-text.ts';
import { count, moment } from '../../core/format.ts';
import { asText } from '../../core/json.ts';
import { defineAction, type Shell } from '../command.ts';
import { tracingOf } from '../connect/tracing-of.ts';
import { whole } from '../option-values.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly tenant: string;
  readonly limit: number;
}

const LONGEST_TEXT = 2_000;

export function threadCommand(program: Command, shell: Shell): void {
  const group = program.command('thread');
  const define = (name: string, description: string) =>
    group.command(name).description(description).option('--tenant <tenant>', 'tenant of the threads', DEFAULT_TENANT);

  const list = define('list', 'list threads, the most recently active first');
  list.option('--limit <n>', 'number of threads', whole(1, 1000), 50);
  defineAction<Options>(list, shell, ({ terminal, connected }, { tenant, limit }) =>
    connected(async (connection) => {
      const { threads } = await listThreads(tenant, { limit }, await tracingOf(connection));
      const shown = threads.map((head) => ({
        threadId: head.thread_id,
        ...(head.opening !== undefined && { opening: head.opening }),
        turns: head.turns,
        firstAt: `${head.first_started_at}Z`,
        lastAt: `${head.last_started_at}Z`,
      }));
      terminal.object({ threads: shown });
      if (shown.length === 0) return terminal.line('No threads. Take traces in with: rollcall trace import FILE');
      terminal.table(shown, [
        { title: 'thread', value: ({ threadId }) => threadId, shrinkTo: 20 },
        { title: 'opening', value: ({ opening }) => opening ?? '', shrinkTo: 20 },
        { title: 'turns', value: ({ turns }) => count(turns), right: true },
        { title: 'began', value: ({ firstAt }) => moment(firstAt) },
        { title: 'last turn', value: ({ lastAt }) => moment(lastAt) },
      ]);
    }),
  );

  const show = define('show', 'show the turns of a thread in order').argument('<thread>', 'the ID of the thread');
  show.option('--limit <n>', 'number of newest turns', whole(1, 100_000), 1000);
  defineAction<Options>(show, shell, ({ terminal, connected }, { tenant, limit }, id = '') =>
    connected(async (connection) => {
      const tracing = await tracingOf(connection);
      const head = await findHead(tenant, id, tracing);
      if (!head || head.turns === 0) throw new RollcallError('ThreadNotFound', `There is no thread ${id}.`);
      const { turns, truncated } = await readThread(tenant, id, { maxTurns: limit, keep: (trace) => trace }, tracing);
      terminal.object({ threadId: id, turns: head.turns, truncated, traces: turns });
      if (truncated)
        terminal.note(
          `Showing the newest ${count(turns.length)} of ${count(head.turns)} turns. Show more with --limit.`,
        );
      for (const turn of turns) printTurn(terminal, turn);
    }),
  );
}

function printTurn(terminal: Terminal, { started_at, trace_id, input, output, error }: Trace): void {
  const text = (value: unknown) => cutText(asText(value), LONGEST_TEXT);
  terminal.line(terminal.paint('dim', `${started_at}  ${trace_id}`));
  if (input !== undefined) terminal.line(`> ${text(input)}`);
  if (output !== undefined) terminal.line(text(output));
  if (error !== undefined) terminal.line(terminal.paint('red', text(error)));
  terminal.line('');
}
