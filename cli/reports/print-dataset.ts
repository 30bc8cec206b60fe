import type { DatasetPreview, ShownDataset } from '../../client/datasets/index.ts';
import { bytes, moment, plural } from '../../core/format.ts';
import { rowNumber } from '../../core/row-number.ts';
import type { Terminal } from '../terminal/terminal.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

export function printPreview(
  terminal: Terminal,
  { columns, rows, sample, mapping, warnings, ...file }: DatasetPreview,
): void {
  const delimiter = file.delimiter ? `, delimiter ${JSON.stringify(file.delimiter)}` : '';
  terminal.line(`${plural(rows, 'row')}, ${file.format}${delimiter}, ${file.encoding}\n`);
  terminal.table(columns, [
    { title: 'column', value: (column) => column.name, shrinkTo: 12 },
    { title: 'type', value: (column) => (column.json ? 'JSON, parsed' : column.type) },
    { title: 'used as', value: (column) => (column.id ? `${column.place}, sample_id` : column.place) },
  ]);
  terminal.line();
  terminal.table(
    sample,
    columns.map(({ name }) => ({
      title: name,
      value: (row: Readonly<Record<string, unknown>>) => asText(row[name]),
      shrinkTo: 6,
    })),
  );
  if (mapping) terminal.line(`\nInput mapping (JSONata):\n${mapping.jsonata}`);
  if (mapping && mapping.missing.length > 0) terminal.line(`Fields without a column: ${mapping.missing.join(', ')}`);
  for (const warning of warnings) terminal.note(`${terminal.paintNote('yellow', 'Note:')} ${warning}`);
}

export function printDataset(terminal: Terminal, dataset: ShownDataset): void {
  const { paint } = terminal;
  const size = dataset.sample.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row.input) ?? ''), 0);
  const fields: [string, string | undefined][] = [
    ['dataset', dataset.datasetId],
    ['name', dataset.name && `${dataset.name}, version ${dataset.version}`],
    [
      'rows',
      `${dataset.rows}${dataset.sample.length > 0 ? `, about ${bytes(Math.round(size / dataset.sample.length))} each` : ''}`,
    ],
    ['from', dataset.sourceName],
    ['imported', moment(dataset.importedAt)],
    ['content', dataset.contentHash],
    ['mapping', dataset.sourceFormat?.inputMapping?.replace(/\s+/g, ' ')],
  ];
  for (const [name, value] of fields) if (value) terminal.line(`${paint('dim', name.padEnd(10))}${value}`);
  terminal.line();
  terminal.table(dataset.sample, [
    { title: 'row', value: (row) => rowNumber(row.rowIndex), right: true },
    { title: 'sample', value: (row) => row.sampleId, shrinkTo: 8 },
    { title: 'input', value: (row) => asText(row.input), shrinkTo: 20 },
    { title: 'expected', value: (row) => row.expected, shrinkTo: 10 },
    { title: 'metadata', value: (row) => (row.metadata === undefined ? '' : asText(row.metadata)), shrinkTo: 10 },
  ]);
}
