import type { Command } from 'commander';
import { connectDatasets } from '../../client/connect/connect-datasets.ts';
import { importDataset } from '../../client/datasets/index.ts';
import { type ConversationFilter, conversations } from '../../client/traces/conversations.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { plural } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { tracingOf } from '../connect/tracing-of.ts';
import { several, time } from '../option-values.ts';

interface Options {
  readonly tenant: string;
  readonly name: string;
  readonly thread?: string[];
  readonly from?: string;
  readonly to?: string;
  readonly filter?: string;
}

export function fromTracesCommand(group: Command, shell: Shell): void {
  const command = group
    .command('from-traces')
    .description('create a dataset with one row per thread and its turns in the column messages')
    .option('--name <name>', 'name of the dataset', 'conversations')
    .option('--thread <id>', 'only this thread (repeatable; default: all threads)', several)
    .option('--from <time>', 'only turns from this time on, such as 2026-01-31T10:00:00Z', time)
    .option('--to <time>', 'only turns before this time', time)
    .option('--filter <jsonata>', 'condition on { thread_id, turns, messages }')
    .option('--tenant <tenant>', 'tenant of the traces', DEFAULT_TENANT);
  defineAction<Options>(command, shell, ({ terminal, connected }, options) =>
    connected(async (connection) => {
      const { tenant, name, thread: threads, from, to, filter } = options;
      const asked: ConversationFilter = { threads, from, to, filter };
      const rows = conversations(tenant, asked, await tracingOf(connection));
      const source = { name, rows };
      const imported = await importDataset(source, { name, idColumn: 'thread_id' }, connectDatasets(connection));
      terminal.object(imported);
      terminal.line(`${plural(imported.rows, 'conversation')} in ${imported.datasetId}.`);
    }),
  );
}
