import type { Command } from 'commander';
import { deleteRun } from '../../client/runs/delete-run.ts';
import { plural } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { readRecord } from '../runs/read-record.ts';
import { confirm } from '../terminal/interrupt.ts';

export function deleteCommand(program: Command, shell: Shell): void {
  const command = program
    .command('delete')
    .argument('<id>', 'the ID of the run')
    .option('-y, --yes', 'delete without asking');
  defineAction<{ yes?: boolean }>(command, shell, ({ terminal, connected }, { yes }, id = '') =>
    connected(async (connection) => {
      const { total } = await readRecord(id, connection);
      const what = `run ${id} with ${plural(total, 'row')}`;
      if (!yes && terminal.json)
        throw usageError('--json cannot ask for confirmation.', 'Add --yes to delete the run.');
      if (!yes && !(await confirm(`Delete ${what}? This cannot be undone.`))) return terminal.line('Nothing deleted.');
      await deleteRun(id, connection);
      terminal.object({ evaluationId: id, deleted: true });
      terminal.line(`Deleted ${what}.`);
    }),
  );
}
