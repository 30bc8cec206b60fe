import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { createKeySecrets } from '../../client/secrets/key-secrets.ts';
import { secretOfVariable } from '../../contracts/endpoint.ts';
import { HOST_PATTERN } from '../../contracts/target-bindings.ts';
import { moment } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { several } from '../option-values.ts';

/** Where the usual keys belong. */
const USUAL_HOSTS: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'api.openai.com',
  ANTHROPIC_API_KEY: 'api.anthropic.com',
  AWS_BEARER_TOKEN_BEDROCK: '*.amazonaws.com',
};

/** Keys of model providers and other endpoints, in Secrets Manager: that of the local cloud, or of AWS. */
export function secretCommand(program: Command, shell: Shell): void {
  const group = program.command('secret');

  const put = group
    .command('put')
    .description('keep a key: from the variable of its name, else from stdin')
    .argument('<NAME>')
    .option('--host <host>', 'where it may be sent to; may be given several times', (host, before?: string[]) =>
      several(host, before),
    );
  defineAction<{ host?: string[] }>(put, shell, async ({ terminal, connectedOrNew }, { host }, given = '') => {
    const name = checkedName(given);
    const usual = USUAL_HOSTS[name];
    const hosts = host ?? (usual ? [usual] : []);
    if (hosts.length === 0) throw usageError(`Where may ${name} be sent to?`, 'Name the host: --host api.example.com');
    const wrong = hosts.find((one) => !HOST_PATTERN.test(one));
    if (wrong)
      throw usageError(`--host is ${wrong}; it must be a host, such as api.example.com or http://127.0.0.1:8080.`);
    const key = (process.env[name] ?? (process.stdin.isTTY ? '' : await text(process.stdin))).trim();
    if (!key)
      throw usageError(`${name} is not set.`, `Set it, or pipe the key in: rollcall secret put ${name} < key.txt`);
    return connectedOrNew(async ({ clients }) => {
      await createKeySecrets(clients.settings).put(name, { key, hosts });
      terminal.object({ name, secret: secretOfVariable(name), hosts });
      terminal.line(`Kept ${name} for ${hosts.join(', ')}. Name it with: auth: { type: bearer, env: ${name} }`);
    });
  });

  const list = group.command('list').description('list the keys, never their values');
  defineAction(list, shell, ({ terminal, connected }) =>
    connected(async ({ clients }) => {
      const secrets = await createKeySecrets(clients.settings).list();
      terminal.object({ secrets });
      if (secrets.length === 0) return terminal.line('No keys. Keep one with: rollcall secret put NAME');
      terminal.table(secrets, [
        { title: 'name', value: ({ name }) => name },
        { title: 'hosts', value: ({ hosts }) => hosts, shrinkTo: 16 },
        { title: 'changed', value: ({ changedAt }) => moment(changedAt) },
      ]);
    }),
  );

  const remove = group.command('delete').description('delete a key').argument('<NAME>');
  defineAction(remove, shell, ({ terminal, connected }, _options, given = '') =>
    connected(async ({ clients }) => {
      const name = checkedName(given);
      if (!(await createKeySecrets(clients.settings).remove(name))) {
        throw usageError(`There is no key ${name}.`, 'List them with: rollcall secret list');
      }
      terminal.object({ deleted: name });
      terminal.line(`Deleted ${name}.`);
    }),
  );
}

function checkedName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw usageError(
    `${JSON.stringify(name.slice(0, 20))} is not a name, such as OPENAI_API_KEY. The key itself is never an argument.`,
  );
}
