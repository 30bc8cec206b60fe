import type { Command } from 'commander';
import type { RunLogLine } from '../../client/logs/read-run-logs.ts';
import { toRowIndex } from '../../core/row-number.ts';
import { defineAction, type Shell } from '../command.ts';
import { whole } from '../option-values.ts';
import { readRecord } from '../runs/read-record.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Options {
  readonly row?: number;
}

export function logsCommand(program: Command, shell: Shell): void {
  const command = program
    .command('logs')
    .argument('<id>', 'the ID of the run')
    .option('--row <n>', 'only lines about this row; the first is 1', whole(1));
  defineAction<Options>(command, shell, ({ terminal, connected }, { row }, id = '') =>
    connected(async (connection) => {
      const { started_at: startedAt } = await readRecord(id, connection);
      const [{ readRunLogs }, { connectLogs }] = await Promise.all([
        import('../../client/logs/read-run-logs.ts'),
        import('../../client/logs/connect-logs.ts'),
      ]);
      const lines = await readRunLogs(connectLogs(connection), id, {
        row: row && toRowIndex(row),
        since: new Date(startedAt),
      });
      for (const line of lines) print(terminal, line);
      if (lines.length === 0) terminal.note(`No log lines for ${row === undefined ? 'this run' : `row ${row}`} yet.`);
    }),
  );
}

function print(terminal: Terminal, { fields, ...line }: RunLogLine): void {
  terminal.object({ ...line, ...fields });
  const { paint } = terminal;
  const details = Object.entries(fields)
    .filter(([name, value]) => value !== null && !HIDDEN.includes(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const message = line.level === 'ERROR' ? paint('red', line.message) : paint('bold', line.message);
  terminal.line(`${paint('dim', line.time)}  ${line.service}  ${message}  ${details.join(' ')}`);
}

/** The same on every line, or useful only to programs. */
const HIDDEN = ['evaluationId', 'xray_trace_id', 'executionId'];
