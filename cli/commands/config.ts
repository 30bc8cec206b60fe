import { GetCommand, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Command } from 'commander';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { configIdSchema } from '../../contracts/ids.ts';
import { moment } from '../../core/format.ts';
import { targetName } from '../../core/target-name.ts';
import { defineAction, type Shell } from '../command.ts';
import { readEvalFile } from '../eval-file/read-eval-file.ts';
import { configOf } from '../eval-file/to-config.ts';
import { usageError } from '../exit-codes.ts';
import { parseJson } from '../json.ts';
import { readYaml } from '../read-yaml.ts';

interface StoredConfig {
  readonly config_id: string;
  /** JSON text, or an object when a person wrote the item by hand. */
  readonly config: unknown;
  readonly updated_at?: string;
}

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
      const item = { config_id: configId, config: JSON.stringify(config), updated_at: new Date().toISOString() };
      await clients.documents.send(new PutCommand({ TableName: outputs.ConfigsTableName, Item: item }));
      terminal.object({ configId, config });
      terminal.line(`Stored as ${configId}. Start a run with: { "datasetId": "…", "configId": "${configId}" }`);
    });
  });

  const get = group.command('get').description('print a stored configuration as JSON').argument('<id>');
  defineAction(get, shell, ({ terminal, connected }, _options, id = '') => {
    const configId = checkedId(id);
    return connected(async ({ clients, outputs }) => {
      const { Item } = await clients.documents.send(
        new GetCommand({ TableName: outputs.ConfigsTableName, Key: { config_id: configId }, ConsistentRead: true }),
      );
      if (!Item) throw usageError(`There is no configuration ${configId}.`, 'List them with: rollcall config list');
      const config = opened(Item as StoredConfig);
      terminal.object({ configId, config, updatedAt: Item.updated_at ?? null });
      terminal.line(JSON.stringify(config, null, 2));
    });
  });

  const list = group.command('list').description('list stored configurations');
  defineAction(list, shell, ({ terminal, connected }) =>
    connected(async ({ clients, outputs }) => {
      const configs: StoredConfig[] = [];
      const pages = paginateScan({ client: clients.documents }, { TableName: outputs.ConfigsTableName });
      for await (const { Items = [] } of pages) configs.push(...(Items as StoredConfig[]));
      const rows = configs.map(describe).sort((a, b) => a.configId.localeCompare(b.configId));
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

const opened = ({ config }: StoredConfig): unknown => (typeof config === 'string' ? parseJson(config) : config);

function describe(item: StoredConfig) {
  const parsed = evaluationConfigSchema.safeParse(opened(item));
  const facts = parsed.success
    ? { executionMode: parsed.data.executionMode, targetName: parsed.data.targetName ?? targetName(parsed.data) }
    : { executionMode: 'not valid', targetName: null };
  return { configId: item.config_id, ...facts, updatedAt: item.updated_at ?? null };
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
