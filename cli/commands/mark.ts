import { userInfo } from 'node:os';
import { Argument, type Command } from 'commander';
import { markRow } from '../../client/scoring/mark-row.ts';
import { toRowIndex } from '../../core/row-number.ts';
import { defineAction, type Shell } from '../command.ts';
import { rowVerdict, VERDICT_WORDS, whole } from '../option-values.ts';
import { readRecord } from '../runs/read-record.ts';

interface Options {
  readonly note?: string;
  readonly by?: string;
  readonly trial?: number;
  readonly variant?: string;
}

const MARKED = { right: 'passed', wrong: 'failed' } as const;

export function markCommand(program: Command, shell: Shell): void {
  const command = program
    .command('mark')
    .argument('<id>', 'the ID of the run')
    .argument('<row>', 'the row number; the first is 1')
    .addArgument(new Argument('<verdict>', 'your verdict').choices(VERDICT_WORDS).argParser((text) => text))
    .option('--note <text>', 'the reason')
    .option('--by <name>', 'the reviewer (default: your user name)')
    .option('--trial <n>', 'the trial of a row with several; the first is 1', whole(1))
    .option('--variant <name>', 'the variant, if the target answers for several models');
  defineAction<Options>(
    command,
    shell,
    ({ terminal, connected }, { note, by, trial, variant }, id = '', row = '', verdict = '') => {
      const number = whole(1)(row);
      return connected(async (connection) => {
        await readRecord(id, connection);
        const who = by ?? userInfo().username;
        const mark = { verdict: rowVerdict(verdict), note, by: who, trial: (trial ?? 1) - 1, variant };
        const human = await markRow(id, toRowIndex(number), mark, connection);
        terminal.object({ evaluationId: id, rowIndex: toRowIndex(number), human });
        terminal.line(`Marked row ${number} of ${id} as ${MARKED[rowVerdict(verdict)]}.`);
      });
    },
  );
}
