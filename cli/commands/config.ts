import type { Command } from 'commander';
import { createConfigStore, type StoredConfig } from '../../client/configs/config-store.ts';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { configIdSchema } from '../../contracts/ids.ts';
import { moment } from '../../core/format.ts';
import { targetName } from '../../core/target-name.ts';
import { defineAction, type Shell } from '../command.ts';
import { readEvalFile } from '../eval-file/read-eval-file.ts';
import { configOf } from '../eval-file/to-config.ts';
import { usageError } from '../exit-codes.ts';
import { readYaml } from '../read-yaml.ts';

/** Configurations kept under a name, for executions started with `configId`. */
export function configCommand(program: Command, shell: Shell): void {
  const group = program.command('config');

  const put = group
    .command('put')
    .description('store a configuration from eval.yaml, or from YAML or JSON')
    .argument('<id>', 'its name')
    .argument('<file>');
  defineAction(put, shell, ({ terminal, connectedOrNew }, _options, id = '', file = '') => {
    const configId = checkedId(id);
    const config = readConfig(file);
    return connectedOrNew(async ({ clients, outputs }) => {
      await createConfigStore(clients.documents, outputs.ConfigsTableName).put(configId, config);
      terminal.object({ configId, config });
      terminal.line(`Stored as ${configId}. Start a run with: { "datasetId": "…", "configId": "${configId}" }`);
    });
  });

  const get = group.command('get').description('print a stored configuration as JSON').argument('<id>');
  defineAction(get, shell, ({ terminal, connected }, _options, id = '') => {
    const configId = checkedId(id);
    return connected(async ({ clients, outputs }) => {
      const found = await createConfigStore(clients.documents, outputs.ConfigsTableName).find(configId);
      if (!found) throw usageError(`There is no configuration ${configId}.`, 'List them with: rollcall config list');
      const { config, updatedAt = null } = found;
      terminal.object({ configId, config, updatedAt });
      terminal.line(JSON.stringify(config, null, 2));
    });
  });

  const list = group.command('list').description('list stored configurations');
  defineAction(list, shell, ({ terminal, connected }) =>
    connected(async ({ clients, outputs }) => {
      const store = createConfigStore(clients.documents, outputs.ConfigsTableName);
      const found = await Promise.all((await store.list()).map(({ configId }) => store.find(configId)));
      const rows = found.flatMap((config) => (config ? [describe(config)] : []));
      terminal.object({ configs: rows });
      if (rows.length === 0)
        return terminal.line('No configurations. Store one with: rollcall config put ID eval.yaml');
      terminal.table(rows, [
        { title: 'config', value: (row) => row.configId, shrinkTo: 16 },
        { title: 'mode', value: (row) => row.executionMode },
        { title: 'target', value: (row) => row.targetName, shrinkTo: 12 },
        { title: 'updated', value: (row) => moment(row.updatedAt ?? undefined) },
      ]);
    }),
  );
}

function describe({ configId, config, updatedAt }: StoredConfig) {
  const parsed = evaluationConfigSchema.safeParse(config);
  const facts = parsed.success
    ? { executionMode: parsed.data.executionMode, targetName: parsed.data.targetName ?? targetName(parsed.data) }
    : { executionMode: 'not valid', targetName: null };
  return { configId, ...facts, updatedAt: updatedAt ?? null };
}

function checkedId(id: string): string {
  const parsed = configIdSchema.safeParse(id);
  if (!parsed.success) throw usageError(describeIssues(parsed.error).join('; '));
  return parsed.data;
}

/** An eval file says `dataset`; a configuration never does. */
function readConfig(path: string): unknown {
  const value = readYaml(path);
  if (value !== null && typeof value === 'object' && 'dataset' in value) {
    const config = configOf(readEvalFile(path));
    if (config) return config;
    throw usageError(`${path} names a stored configuration or a registered target itself.`);
  }
  const parsed = evaluationConfigSchema.safeParse(value);
  if (parsed.success) return value;
  const problems = describeIssues(parsed.error);
  throw usageError(`${path} is not a configuration.\n${problems.join('\n')}`, 'The fields: docs/configuration.md');
}
