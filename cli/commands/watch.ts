import type { Command } from 'commander';
import { defineAction, type Shell } from '../command.ts';
import { finishRun } from '../runs/finish-run.ts';
import { followRun } from '../runs/follow-run.ts';
import { readRecord } from '../runs/read-record.ts';

/** Follows a run to its end, whoever started it. */
export function watchCommand(program: Command, shell: Shell): void {
  const command = program.command('watch').description('follow a run until it ends').argument('<id>', 'the run’s id');
  defineAction(command, shell, ({ terminal, connected }, _options, id = '') =>
    connected(async (connection) => {
      const { execution_arn: executionArn, target_name: name } = await readRecord(id, connection);
      const ended = await followRun({ evaluationId: id, executionArn }, name, connection, terminal);
      return finishRun(ended, { name }, connection, terminal);
    }),
  );
}
