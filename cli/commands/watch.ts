import type { Command } from 'commander';
import { defineAction, type Shell } from '../command.ts';
import { readGates } from '../eval-file/read-gates.ts';
import { finishRun } from '../runs/finish-run.ts';
import { followRun } from '../runs/follow-run.ts';
import { readRecord } from '../runs/read-record.ts';

export function watchCommand(program: Command, shell: Shell): void {
  const command = program
    .command('watch')
    .argument('<id>', 'the ID of the run')
    .option('--eval <eval.yaml>', 'check the thresholds in this file');
  defineAction<{ eval?: string }>(command, shell, ({ terminal, connected }, options, id = '') => {
    const gates = readGates(options.eval);
    return connected(async (connection) => {
      const { execution_arn: executionArn, target_name: name } = await readRecord(id, connection);
      const ended = await followRun({ evaluationId: id, executionArn }, name, connection, terminal);
      return finishRun(ended, { name, ...gates }, connection, terminal);
    });
  });
}
