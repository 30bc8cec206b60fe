import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { answerMessage, unreadable } from '../../client/mcp/answer-message.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { parseJson } from '../../core/json.ts';
import { defineAction, type Shell } from '../command.ts';

interface Options {
  readonly tenant: string;
  readonly readOnly?: boolean;
}

/** Serves the Model Context Protocol on stdin and stdout, one JSON message per line. */
export function mcpCommand(program: Command, shell: Shell): void {
  const command = program
    .command('mcp')
    .option('--tenant <tenant>', 'tenant of the targets', DEFAULT_TENANT)
    .option('--read-only', 'offer only tools that change nothing');
  defineAction<Options>(command, shell, ({ streams, connectedOrNew }, { tenant, readOnly }) =>
    connectedOrNew(async (installation) => {
      const session = { user: { tenant, mayRun: !readOnly }, installation, version: program.version() ?? '' };
      const pending = new Set<Promise<void>>();
      const answer = async (line: string): Promise<void> => {
        const message = parseJson(line);
        const said = message === undefined ? unreadable() : await answerMessage(message, session);
        if (said) streams.stdout.write(`${JSON.stringify(said)}\n`);
      };
      // Calls run concurrently, so a long one does not block others.
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() === '') continue;
        const task = answer(line).finally(() => pending.delete(task));
        pending.add(task);
      }
      await Promise.all(pending);
    }),
  );
}
