import type { Command } from 'commander';
import { defineAction, type Shell } from '../command.ts';
import { readRecord } from '../runs/read-record.ts';
import { openInBrowser } from '../terminal/open-in-browser.ts';

interface Options {
  readonly browser?: boolean;
}

export function openCommand(program: Command, shell: Shell): void {
  const command = program
    .command('open')
    .argument('[id]', 'the ID of a run')
    .option('--browser', 'open the link in the browser');
  defineAction<Options>(command, shell, ({ terminal, connected }, { browser }, id) =>
    connected(async (connection) => {
      const arn = id ? (await readRecord(id, connection)).execution_arn : connection.outputs.EvaluationStateMachineArn;
      const page = id ? 'v2/executions/details' : 'statemachines/view';
      const { console: address, region, label } = connection;
      const url = address ? `${address}/states/home?region=${region}#/${page}/${encodeURIComponent(arn)}` : null;
      terminal.object({ url, arn });
      if (!url) {
        terminal.line(arn);
        return terminal.note(
          `${label} has no Step Functions console. Use rollcall console, or the AWS CLI (docs/local-cloud.md).`,
        );
      }
      terminal.line(url);
      if (browser) await openInBrowser(url);
    }),
  );
}
