import type { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { RollcallError } from '../../contracts/errors.ts';
import { ByteDecoder } from '../../core/dataset/byte-decoder.ts';
import { CsvReader } from '../../core/dataset/csv/csv-reader.ts';
import { DatasetWriter } from '../../core/dataset/dataset-writer.ts';
import type { SourceFormat } from '../../core/dataset/source-format.ts';
import { fromColumn } from '../../core/json.ts';
import { selectDatasetRows } from '../../core/sql/datasets.ts';
import { runStatement } from '../athena/run-query.ts';
import type { DatasetDeps } from './dataset-deps.ts';
import { findDataset } from './show-dataset.ts';

export interface ExportedDataset {
  /** The name of the file it came from. */
  readonly fileName: string;
  readonly rows: number;
  readonly format: SourceFormat['format'];
  /** The file's bytes, as they come. */
  readonly bytes: AsyncIterable<Buffer>;
}

interface TableRow {
  readonly sampleId: string;
  readonly input: string;
  readonly expected?: string;
  readonly metadata: string;
}

/** A dataset in the format it came in. */
export async function exportDataset(datasetId: string, deps: DatasetDeps): Promise<ExportedDataset> {
  const { rows, sourceName, sourceFormat } = await findDataset(datasetId, deps);
  const found = await runStatement(selectDatasetRows(deps.tables.datasets, datasetId), deps);
  const result = tableRows(found.ResultConfiguration?.OutputLocation ?? '', deps);
  return {
    fileName: sourceFormat && sourceName && sourceFormat.format !== 'rows' ? sourceName : `${datasetId}.jsonl`,
    rows,
    format: sourceFormat?.format ?? 'jsonl',
    bytes: sourceFormat ? written(result, sourceFormat) : plainLines(result),
  };
}

async function* written(rows: AsyncIterable<TableRow[]>, format: SourceFormat): AsyncGenerator<Buffer> {
  const writer = new DatasetWriter(format);
  yield writer.begin();
  for await (const some of rows) yield Buffer.concat(some.map((row) => writer.row(row)));
  yield writer.end();
}

/** Rows that were put into the table by plain SQL came in no format: they leave as they are. */
async function* plainLines(rows: AsyncIterable<TableRow[]>): AsyncGenerator<Buffer> {
  for await (const some of rows) {
    const lines = some.map(({ sampleId, input, expected, metadata }) =>
      JSON.stringify({
        sample_id: sampleId,
        input: fromColumn(input),
        expected,
        metadata: metadata === '' ? undefined : fromColumn(metadata),
      }),
    );
    yield Buffer.from(lines.map((line) => `${line}\n`).join(''));
  }
}

/** The rows of a query's result, read from the CSV file Athena leaves in S3: one stream, whatever its size. */
async function* tableRows(location: string, { s3 }: DatasetDeps): AsyncGenerator<TableRow[]> {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? [];
  if (!bucket || !key)
    throw new RollcallError('QueryFailed', `Athena named no result file, but ${location || 'none'}.`);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  let rows: TableRow[] = [];
  const reader = new CsvReader({
    delimiter: ',',
    firstLine: 1,
    onHeader: () => {},
    onRow: (row) => {
      const [sampleId = '', , input = '', expected = '', metadata = ''] = row.texts();
      rows.push({ sampleId, input, expected: expected === '' ? undefined : expected.slice(1), metadata });
    },
  });
  const decoder = new ByteDecoder();
  for await (const chunk of Body as Readable) {
    reader.push(decoder.push(chunk as Buffer));
    if (rows.length > 0) yield rows;
    rows = [];
  }
  reader.push(decoder.end());
  reader.end();
  if (rows.length > 0) yield rows;
}
