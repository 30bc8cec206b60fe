import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { connectDatasets } from '../../client/connect/connect-datasets.ts';
import {
  BAD_CELL_CHOICES,
  DATASET_FORMATS,
  type DatasetSource,
  deleteDataset,
  exportDataset,
  type ImportedDataset,
  importDataset,
  listDatasets,
  previewDataset,
  type ReadOptions,
  showDataset,
} from '../../client/datasets/index.ts';
import { count, moment, plural } from '../../core/format.ts';
import { defineAction, type Shell } from '../command.ts';
import { CliError, usageError } from '../exit-codes.ts';
import { several, whole } from '../option-values.ts';
import { printDataset, printPreview } from '../reports/print-dataset.ts';
import { abortOnInterrupt, confirm } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fromTracesCommand } from './dataset-from-traces.ts';

interface ReadFlags {
  readonly format?: ReadOptions['format'];
  readonly delimiter?: string;
  readonly idColumn?: string;
  readonly expectedColumn?: string | false;
  readonly jsonColumn?: string[];
  readonly onBadCell?: ReadOptions['onBadCell'];
  readonly field?: string[];
  readonly map?: Record<string, string>;
}

export function datasetCommand(program: Command, shell: Shell): void {
  const group = program.command('dataset');
  importCommand(group, shell);
  previewCommand(group, shell);
  listCommand(group, shell);
  showCommand(group, shell);
  deleteCommand(group, shell);
  exportCommand(group, shell);
  fromTracesCommand(group, shell);
}

function importCommand(group: Command, shell: Shell): void {
  const command = group
    .command('import')
    .description('import a CSV, JSON Lines or JSON file; the same content is imported once')
    .argument('<file>', 'the file, or - for stdin')
    .option('--name <name>', 'name of the dataset (default: the file name)');
  readFlags(command);
  defineAction<ReadFlags & { name?: string }>(command, shell, ({ terminal, connectedOrNew }, options, file = '') =>
    connectedOrNew(async (connection) => {
      const show = rowCounter(terminal);
      const imported = await abortOnInterrupt(new CliError('Interrupted. Nothing was imported.'), (signal) =>
        importDataset(
          sourceOf(file, options.name),
          { ...readOptions(options), name: options.name, onProgress: show },
          connectDatasets(connection, signal),
        ),
      );
      terminal.clearLive();
      terminal.object(imported);
      terminal.line(importedLine(imported));
      if (imported.mapping) terminal.line(`Input mapping (JSONata):\n${imported.mapping.jsonata}`);
      for (const warning of imported.warnings) terminal.note(`${terminal.paintNote('yellow', 'Note:')} ${warning}`);
    }),
  );
}

const importedLine = ({ datasetId, name, version, rows, created }: ImportedDataset): string =>
  created
    ? `Imported ${plural(rows, 'row')} as ${datasetId} (${name}, version ${version}).`
    : `Already imported as ${datasetId} (${name}, version ${version}, ${plural(rows, 'row')}).`;

/** Shows progress for large files. */
function rowCounter(terminal: Terminal): (rows: number) => void {
  let shown = 0;
  return (rows) => {
    if (!terminal.canRedraw || Date.now() - shown < 100) return;
    shown = Date.now();
    terminal.live(`${count(rows)} rows read`);
  };
}

const NO_ANSWER =
  'No expected answers found, so results will not be graded. To set their column, use --expected-column NAME or dataset.expectedColumn in eval.yaml.';

function previewCommand(group: Command, shell: Shell): void {
  const command = group
    .command('preview')
    .description('show what an import would do; nothing is saved')
    .argument('<file>', 'the file, or - for stdin')
    .option('--limit <n>', 'rows to show', whole(1, 1000), 5);
  readFlags(command);
  defineAction<ReadFlags & { limit: number }>(command, shell, async ({ terminal }, options, file = '') => {
    const preview = await previewDataset(sourceOf(file, undefined), readOptions(options), options.limit);
    terminal.object(preview);
    printPreview(terminal, preview);
    const isCompared = preview.columns.some(({ place }) => place === 'expected');
    if (!isCompared && options.expectedColumn !== false) terminal.note(NO_ANSWER);
  });
}

function listCommand(group: Command, shell: Shell): void {
  const command = group.command('list').description('list datasets, newest first');
  defineAction(command, shell, ({ terminal, connected }) =>
    connected(async (connection) => {
      const datasets = await listDatasets(connectDatasets(connection));
      terminal.object({ datasets });
      if (datasets.length === 0) return terminal.line('No datasets. Import one with: rollcall dataset import FILE');
      terminal.table(datasets, [
        { title: 'dataset', value: (row) => row.datasetId, shrinkTo: 20 },
        { title: 'name', value: (row) => row.name, shrinkTo: 10 },
        { title: 'version', value: (row) => row.version, right: true },
        { title: 'rows', value: (row) => count(row.rows), right: true },
        { title: 'from', value: (row) => row.sourceName, shrinkTo: 10 },
        { title: 'imported', value: (row) => moment(row.importedAt) },
      ]);
    }),
  );
}

function showCommand(group: Command, shell: Shell): void {
  const command = group
    .command('show')
    .description('show facts and the first rows of a dataset')
    .argument('<dataset>', 'the ID of the dataset')
    .option('--limit <n>', 'rows to show', whole(1, 1000), 5);
  defineAction<{ limit: number }>(command, shell, ({ terminal, connected }, { limit }, id = '') =>
    connected(async (connection) => {
      const dataset = await showDataset(id, connectDatasets(connection), limit);
      terminal.object(dataset);
      printDataset(terminal, dataset);
    }),
  );
}

function deleteCommand(group: Command, shell: Shell): void {
  const command = group
    .command('delete')
    .description('delete a dataset; results of its runs are kept')
    .argument('<dataset>', 'the ID of the dataset')
    .option('-y, --yes', 'delete without asking');
  defineAction<{ yes?: boolean }>(command, shell, ({ terminal, connected }, { yes }, id = '') =>
    connected(async (connection) => {
      const deps = connectDatasets(connection);
      const { rows } = await showDataset(id, deps, 1);
      if (!yes && !(await confirm(`Delete ${id} with ${plural(rows, 'row')}?`))) {
        throw usageError(`${id} was not deleted.`, 'Add --yes to delete it without a confirmation.');
      }
      const deleted = await deleteDataset(id, deps);
      terminal.object({ ...deleted, deleted: true });
      terminal.line(`Deleted ${id} (${plural(deleted.rows, 'row')}).`);
    }),
  );
}

function exportCommand(group: Command, shell: Shell): void {
  const command = group
    .command('export')
    .description('write a dataset to a file in its original format')
    .argument('<dataset>', 'the ID of the dataset')
    .option('-o, --output <file>', 'the file (default: the original name; - for stdout)');
  defineAction<{ output?: string }>(command, shell, ({ terminal, streams, connected }, { output }, id = '') =>
    connected(async (connection) => {
      const { fileName, rows, format, bytes } = await exportDataset(id, connectDatasets(connection));
      if (output === '-') {
        for await (const chunk of bytes) {
          if (streams.stdout.write(chunk) === false) await once(process.stdout, 'drain');
        }
        return;
      }
      const path = output ?? fileName;
      // Overwrites an existing file only if the user named it.
      await pipeline(Readable.from(bytes), createWriteStream(path, { flags: output ? 'w' : 'wx' }));
      terminal.object({ datasetId: id, rows, format, path });
      terminal.line(`Wrote ${plural(rows, 'row')} to ${path}.`);
    }),
  );
}

function readFlags(command: Command): void {
  const pair = (text: string, before: Record<string, string> = {}) => {
    const equals = text.indexOf('=');
    if (equals < 1) throw new InvalidArgumentError('Use the form field=column.');
    return { ...before, [text.slice(0, equals)]: text.slice(equals + 1) };
  };
  command
    .addOption(
      new Option('--format <format>', 'file format (default: detected)').choices(
        DATASET_FORMATS.filter((format) => format !== 'rows'),
      ),
    )
    .option('--delimiter <character>', 'delimiter of a CSV file (default: detected)')
    .option('--id-column <column>', 'column that identifies a row (default: a hash of position and content)')
    .option('--expected-column <column>', 'column with the expected answer (default: expected or expected_output)')
    .option('--no-expected-column', 'do not use a column as the expected answer')
    .option('--json-column <column>', 'column to parse as JSON (repeatable)', several)
    .addOption(
      new Option('--on-bad-cell <choice>', 'what to do with invalid JSON in such a column').choices([
        ...BAD_CELL_CHOICES,
      ]),
    )
    .option(
      '--field <field>',
      'input field of the target; columns that feed no field become metadata (repeatable)',
      several,
    )
    .option('--map <field=column>', 'column that feeds a field (repeatable)', pair);
}

const readOptions = (flags: ReadFlags): ReadOptions => ({
  format: flags.format,
  delimiter: flags.delimiter === '\\t' ? '\t' : flags.delimiter,
  idColumn: flags.idColumn,
  expectedColumn:
    flags.expectedColumn === false || typeof flags.expectedColumn === 'string' ? flags.expectedColumn : undefined,
  jsonColumns: flags.jsonColumn,
  onBadCell: flags.onBadCell,
  fields: flags.field,
  map: flags.map,
});

const sourceOf = (file: string, name: string | undefined): DatasetSource =>
  file === '-' ? { name: name ?? 'stdin', bytes: process.stdin } : { path: file };
