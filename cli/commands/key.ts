import { type Command, Option } from 'commander';
import { createKeyStore } from '../../client/keys/key-store.ts';
import type { Key } from '../../contracts/api/keys.ts';
import { ROLES, type Role } from '../../contracts/role.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { tenantSchema } from '../../contracts/tenant-schema.ts';
import { moment } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { usageError } from '../exit-codes.ts';

/** API keys. Creating them takes AWS credentials, which are the root of trust. */
export function keyCommand(program: Command, shell: Shell): void {
  const group = program.command('key');

  const create = group
    .command('create')
    .description('create a key and print it once')
    .requiredOption('--name <name>', 'name of the key')
    .option('--tenant <tenant>', 'tenant of the key', DEFAULT_TENANT)
    .addOption(
      new Option('--role <role>', 'viewer reads, operator runs, admin configures').choices(ROLES).default('admin'),
    );
  defineAction<{ name: string; tenant: string; role: Role }>(
    create,
    shell,
    async ({ terminal, connectedOrNew }, options) => {
      const tenant = tenantSchema.safeParse(options.tenant);
      if (!tenant.success) throw usageError(`--tenant is ${options.tenant}; ${tenant.error.issues[0]?.message}.`);
      return connectedOrNew(async ({ clients, outputs }) => {
        const store = createKeyStore(clients.documents, outputs.ApiKeysTableName);
        const { key, ...made } = await store.create({ name: options.name, tenant: tenant.data, role: options.role });
        terminal.object({ key, ...made });
        terminal.line(key);
        terminal.note(`Key ${made.keyId} for ${made.tenant} as ${made.role}. It cannot be shown again.`);
      });
    },
  );

  const list = group.command('list').description('list the keys, never their secrets');
  defineAction(list, shell, ({ terminal, connected }) =>
    connected(async ({ clients, outputs }) => {
      const keys = await createKeyStore(clients.documents, outputs.ApiKeysTableName).list();
      terminal.object({ keys });
      if (keys.length === 0) return terminal.line('No keys. Make one with: rollcall key create --name NAME');
      terminal.table(keys, [
        { title: 'key', value: ({ keyId }) => keyId },
        { title: 'name', value: ({ name }) => name, shrinkTo: 12 },
        { title: 'tenant', value: ({ tenant }) => tenant, shrinkTo: 10 },
        { title: 'role', value: ({ role }) => role },
        { title: 'last used', value: ({ lastUsedAt }) => moment(lastUsedAt) },
        { title: 'state', value: stateOf },
      ]);
    }),
  );

  const revoke = group.command('revoke').description('revoke a key; takes effect within a minute').argument('<keyId>');
  defineAction(revoke, shell, ({ terminal, connected }, _options, given = '') =>
    connected(async ({ clients, outputs }) => {
      // Accepts the key itself instead of its ID.
      const keyId = /^rk_([a-z0-9]+)_/.exec(given)?.[1] ?? given;
      const key = await createKeyStore(clients.documents, outputs.ApiKeysTableName).revoke(keyId);
      if (!key) throw usageError(`There is no key ${keyId}.`, 'List them with: rollcall key list');
      terminal.object(key);
      terminal.line(`Key ${keyId} (${key.name}) is revoked.`);
    }),
  );
}

const stateOf = ({ revokedAt }: Key): string => (revokedAt ? `revoked ${moment(revokedAt)}` : 'active');
