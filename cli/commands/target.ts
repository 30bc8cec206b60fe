import type { Command } from 'commander';
import { putTarget } from '../../client/targets/put-target.ts';
import type { StoredTarget } from '../../contracts/target.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { moment } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { whole } from '../option-values.ts';
import { readYaml } from '../read-yaml.ts';

interface Options {
  readonly tenant: string;
  readonly ifVersion?: number;
}

export function targetCommand(program: Command, shell: Shell): void {
  const group = program.command('target');
  const define = (name: string, description: string) =>
    group.command(name).description(description).option('--tenant <tenant>', 'tenant of the targets', DEFAULT_TENANT);
  const version = (command: Command) =>
    command.option('--if-version <n>', 'only if the target is still at this version', whole(0));

  const put = version(define('put', 'create or update a target from a YAML or JSON file').argument('<file>'));
  defineAction<Options>(put, shell, ({ terminal, connectedOrNew }, { tenant, ifVersion }, file = '') => {
    const given = readYaml(file);
    return connectedOrNew(async ({ targets }) => {
      const stored = await putTarget(targets, tenant, given, ifVersion);
      terminal.object(shown(stored));
      terminal.line(`Registered ${stored.name}, version ${stored.version}.`);
    });
  });

  const list = define('list', 'list registered targets');
  defineAction<Options>(list, shell, ({ terminal, connected }, { tenant }) =>
    connected(async ({ targets }) => {
      const found = await targets.list(tenant);
      terminal.object({ targets: found.map(shown) });
      if (found.length === 0) return terminal.line('No targets. Register one with: rollcall target put FILE');
      terminal.table(found, [
        { title: 'target', value: ({ name }) => name, shrinkTo: 16 },
        { title: 'mode', value: ({ target }) => target.executionMode },
        {
          title: 'batch',
          value: ({ target }) => (target.batchEnabled ? `up to ${target.batchConfig.maxItems}` : 'no'),
        },
        { title: 'version', value: ({ version }) => String(version) },
        { title: 'updated', value: ({ updatedAt }) => moment(updatedAt) },
        { title: 'description', value: ({ target }) => target.description, shrinkTo: 12 },
      ]);
    }),
  );

  const show = define('show', 'print a target as JSON').argument('<integration/action>');
  defineAction<Options>(show, shell, ({ terminal, connected }, { tenant }, name = '') =>
    connected(async ({ targets }) => {
      const stored = await targets.read(tenant, name);
      terminal.object(shown(stored));
      terminal.line(JSON.stringify(stored.target, null, 2));
    }),
  );

  const remove = version(define('delete', 'delete a target').argument('<integration/action>'));
  defineAction<Options>(remove, shell, ({ terminal, connected }, { tenant, ifVersion }, name = '') =>
    connected(async ({ targets }) => {
      await targets.remove(tenant, name, ifVersion);
      terminal.object({ deleted: name });
      terminal.line(`Deleted target ${name}. Its runs and results are kept.`);
    }),
  );
}

const shown = ({ name, version, updatedAt, target }: StoredTarget) => ({ name, version, updatedAt, ...target });
