import { once } from 'node:events';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type Command, Option } from 'commander';
import { readApiUrl } from '../../client/connect/read-api-url.ts';
import { createKeyStore } from '../../client/keys/key-store.ts';
import { ROLES, type Role } from '../../contracts/role.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { defineAction, type Shell } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { openInBrowser } from '../terminal/open-in-browser.ts';

interface Options {
  readonly browser: boolean;
  readonly role: Role;
  readonly tenant: string;
}

export function consoleCommand(program: Command, shell: Shell): void {
  const command = program
    .command('console')
    .option('--no-browser', 'print the link that signs in instead of opening it')
    .option('--tenant <tenant>', 'tenant to sign in to', DEFAULT_TENANT)
    .addOption(
      new Option('--role <role>', 'viewer reads, operator runs, admin configures').choices(ROLES).default('admin'),
    );
  defineAction<Options>(command, shell, ({ terminal, streams, connectedOrNew }, { browser, role, tenant }) =>
    connectedOrNew(async ({ clients, outputs, label, endsWithCommand }) => {
      // A script could not press Ctrl-C.
      const isWatched = streams.stdout.isTTY;
      if (endsWithCommand && !isWatched) {
        throw usageError('No local cloud is running.', 'Start one with: rollcall dev. Then open the console.');
      }
      const url = await readApiUrl(new CloudFormationClient(clients.settings), outputs.StageName);
      if (!url) {
        throw usageError(`${label} has no console.`, 'Deploy it with: npx cdk deploy --all -c api=true');
      }
      const keys = createKeyStore(clients.documents, outputs.ApiKeysTableName);
      const { key, keyId } = await keys.create({ name: 'rollcall console', tenant, role });
      // Browsers do not send what follows the #, and the page removes it from the address.
      const link = `${url}/#key=${key}`;
      terminal.object({ url, keyId, ...(!browser && { link }) });
      terminal.line(browser ? url : link);
      if (browser && isWatched && !(await openInBrowser(link))) {
        terminal.note('Could not open a browser. Open this link to sign in:');
        terminal.note(link);
      }
      terminal.note(`To revoke the key in the link: rollcall key revoke ${keyId}`);
      if (endsWithCommand) {
        terminal.note('The console runs until you press Ctrl-C.');
        await once(process, 'SIGINT');
      }
    }),
  );
}
