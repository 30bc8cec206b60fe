import { resolve } from 'node:path';
import type { z } from 'zod';
import { connectDatasets } from '../../client/connect/connect-datasets.ts';
import {
  type ColumnMapping,
  compileMapping,
  importDataset,
  type MappingRequest,
  type ShownDataset,
  showDataset,
} from '../../client/datasets/index.ts';
import type { EvaluationConfigInput } from '../../contracts/evaluation-config.ts';
import type { executionInputSchema } from '../../contracts/execution-input.ts';
import { answerWarnings } from '../../core/dataset/answer-columns.ts';
import { agentShape, toolShape } from '../../core/dataset/default-shape.ts';
import { toolNameOf } from '../../core/default-input.ts';
import { plural } from '../../core/format.ts';
import { unknownColumns } from '../../core/mapping/unknown-names.ts';
import { nearest } from '../../core/nearest.ts';
import { wantsExpected } from '../../core/scoring/wants-expected.ts';
import type { Connection } from '../connect/connect.ts';
import type { ReadEvalFile } from '../eval-file/read-eval-file.ts';
import { configOf } from '../eval-file/to-config.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkPrompt } from './check-prompt.ts';
import { keepKeys } from './keep-keys.ts';

export interface PreparedRun {
  readonly input: z.input<typeof executionInputSchema>;
  readonly rows: number;
}

type SourceFormat = NonNullable<ShownDataset['sourceFormat']>;

interface PreparedDataset {
  readonly datasetId: string;
  readonly rows: number;
  /** The dataset's column mapping, if it renames columns. */
  readonly mapping?: ColumnMapping;
}

/** Imports the dataset and creates the execution input. */
export async function prepareRun(file: ReadEvalFile, connection: Connection, terminal: Terminal): Promise<PreparedRun> {
  await keepKeys(file, connection);
  const dataset = await prepareDataset(file, connection, terminal);
  return {
    rows: Math.min(dataset.rows, file.limit ?? dataset.rows),
    input: {
      datasetId: dataset.datasetId,
      ...file.labels,
      ...sourceOf(file, dataset.mapping),
      ...(file.target?.name && { targetName: file.target.name }),
      ...(file.experimentId && { experimentId: file.experimentId }),
      ...(file.limit && { limit: file.limit }),
    },
  };
}

function sourceOf(
  file: ReadEvalFile,
  mapping: ColumnMapping | undefined,
): Pick<PreparedRun['input'], 'config' | 'configId' | 'target' | 'executor' | 'evaluators' | 'export'> {
  const config = configOf(file);
  if (config) return { config: withMapping(config, mapping) };
  const { target, executor, executorFields } = file;
  const given = Object.entries(executor ?? {}).filter(([name]) => executorFields.includes(name));
  const changed = given.length > 0 && { executor: Object.fromEntries(given) };
  if (!target?.registered) return { configId: target?.configId, ...changed };
  return {
    target: target.registered,
    ...changed,
    ...(file.evaluators && { evaluators: file.evaluators }),
    ...(file.export && { export: file.export }),
  };
}

async function prepareDataset(
  file: ReadEvalFile,
  connection: Connection,
  terminal: Terminal,
): Promise<PreparedDataset> {
  const { dataset, folder } = file;
  const deps = connectDatasets(connection);
  if (!dataset.file) {
    const { datasetId, rows, sourceFormat, sample } = await showDataset(dataset.id ?? '', deps, 1);
    const isExpected = ({ place }: SourceFormat['columns'][number]) => place === 'expected';
    const columns = sourceFormat?.columns ?? [];
    checkPrompt(file, columns);
    noteExpected(file, columns.some(isExpected) || sample[0]?.expected !== undefined, columns, terminal);
    return { datasetId, rows, mapping: sourceFormat && renaming(compiledMapping(sourceFormat)) };
  }
  const { datasetId, rows, created, mapping, columns } = await importDataset(
    { path: resolve(folder, dataset.file) },
    importOptions(dataset),
    deps,
  );
  const verb = created ? 'Imported' : 'Already imported:';
  terminal.note(terminal.paintNote('dim', `${verb} ${dataset.file}, ${plural(rows, 'row')}, as ${datasetId}`));
  const inputs = columns.filter(({ place }) => place === 'input').map(({ name }) => name);
  checkPrompt(file, columns);
  for (const warning of [...answerWarnings(columns), ...mappingWarnings(file, inputs)]) {
    terminal.note(`${terminal.paintNote('yellow', 'Note:')} ${warning}`);
  }
  const hasExpected = columns.some(({ place }) => place === 'expected');
  noteExpected(file, hasExpected, columns, terminal);
  return { datasetId, rows, mapping: renaming(mapping) };
}

/** How the dataset's file is read. */
export const importOptions = (dataset: ReadEvalFile['dataset']) => ({
  name: dataset.name,
  idColumn: dataset.idColumn,
  expectedColumn: dataset.expectedColumn,
  jsonColumns: Object.entries(dataset.types ?? {}).flatMap(([column, type]) => (type === 'json' ? [column] : [])),
  onBadCell: dataset.onBadCell,
  fields: dataset.fields,
  map: dataset.mapping,
});

/** JSONata treats a mistyped name as missing, so every row would be sent without it. */
function mappingWarnings({ mappings }: ReadEvalFile, columns: readonly string[]): string[] {
  if (!mappings?.input) return [];
  return unknownColumns(mappings.input, 'mappings.input', columns).map((name) => {
    const near = nearest(name, columns);
    const rest = near ? `Did you mean input.${near}?` : `Available: ${columns.join(', ')}.`;
    return `mappings.input uses input.${name}, but there is no such input column. ${rest}`;
  });
}

const MOST_NAMED = 12;

/** Warns if there are no expected answers to compare with. */
function noteExpected(
  file: ReadEvalFile,
  hasExpected: boolean,
  columns: readonly { readonly name: string }[],
  terminal: Terminal,
): void {
  const config = configOf(file);
  if (hasExpected || !config || !wantsExpected(file.config?.evaluators ?? file.evaluators)) return;
  const names = columns.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = columns.length > names.length ? ', …' : '';
  const choice = names.length > 0 ? `to one of: ${names.join(', ')}${more}` : 'to the column that holds them';
  terminal.note(
    `${terminal.paintNote('yellow', 'Note:')} No expected answers found, so results will not be graded. Set dataset.expectedColumn ${choice}. That column is then not sent to the target.`,
  );
}

/** Columns named like the fields need no expression, because the row's input is sent as it is. */
const renaming = (mapping: ColumnMapping | undefined): ColumnMapping | undefined =>
  mapping?.pairs.some(({ field, column }) => field !== column) ? mapping : undefined;

function compiledMapping({ columns, options }: SourceFormat): ColumnMapping | undefined {
  const { fields, map } = options as Pick<MappingRequest, 'fields' | 'map'>;
  if (!fields && !map) return undefined;
  const expectedColumn = columns.find(({ place }) => place === 'expected')?.name;
  return compileMapping({ columns: columns.map(({ name }) => name), fields, map, expectedColumn });
}

/** A mapping in the file overrides the dataset's column mapping. */
function withMapping(config: EvaluationConfigInput, mapping: ColumnMapping | undefined): EvaluationConfigInput {
  if (!mapping) return config;
  switch (config.executionMode) {
    case 'endpoint':
      return { endpointInputMapping: mapping.jsonata, ...config };
    case 'agent':
      return { agentInputMapping: agentShape(mapping), ...config };
    case 'tool':
      return { toolInputMapping: toolShape(mapping, toolNameOf(config.toolLambdaArn)), ...config };
  }
}
