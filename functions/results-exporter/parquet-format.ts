import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ExportColumn } from '../../core/export/column.ts';
import { asText } from '../../core/json.ts';
import type { Format, FormatInput } from './format.ts';
import { mappedPieces } from './mapped-row.ts';

/** A row group is held in memory until it is full. */
const GROUP_BYTES = 32 * 1024 * 1024;
const GROUP_ROWS = 100_000;

type Value = string | number | bigint | boolean | Date | null;

/** One file with rows in order. UNLOAD's own Parquet would be several files, in no order between them. */
export function parquetFormat(input: FormatInput): Format {
  return {
    contentType: 'application/vnd.apache.parquet',
    unload: { layout: input.layout, style: 'values', mappingColumns: input.mappingColumns },
    writer(file) {
      const bytes = new ByteWriter();
      const columns = input.columns.map((column) => ({ column, data: [] as Value[] }));
      const parquet = new ParquetWriter({ writer: bytes, schema: schemaOf(input.columns), statistics: false });
      let held = 0;
      const drain = async () => {
        await file.write(bytes.getBytes());
        bytes.index = 0;
      };
      const writeGroup = async () => {
        const columnData = columns.map(({ column, data }) => ({ name: column.name, data }));
        parquet.write({ columnData, rowGroupSize: GROUP_ROWS });
        for (const { data } of columns) data.length = 0;
        held = 0;
        await drain();
      };
      const add = (pieces: readonly string[]) => {
        const text = `[${pieces.join(',')}]`;
        const values = JSON.parse(text) as unknown[];
        for (const [index, { column, data }] of columns.entries()) data.push(parquetValue(column, values[index]));
        held += text.length;
        return held >= GROUP_BYTES || (columns[0]?.data.length ?? 0) >= GROUP_ROWS ? writeGroup() : undefined;
      };
      return {
        row: (frame) =>
          input.mapping ? mappedPieces(frame, input, cell).then(add) : add([frame.segments().toString()]),
        async close() {
          if (held > 0) await writeGroup();
          parquet.finish();
          await drain();
        },
      };
    },
  };
}

const cell = (_name: string, value: unknown): string => JSON.stringify(value ?? null);

const TYPES = { long: 'INT64', double: 'DOUBLE', boolean: 'BOOLEAN', time: 'TIMESTAMP' } as const;

const typeOf = (column: ExportColumn): ColumnSource['type'] =>
  column.from === 'result' && Object.hasOwn(TYPES, column.kind) ? TYPES[column.kind as keyof typeof TYPES] : 'STRING';

const schemaOf = (columns: readonly ExportColumn[]) =>
  schemaFromColumnData({
    columnData: columns.map((column) => ({ name: column.name, data: [], type: typeOf(column), nullable: true })),
  });

function parquetValue(column: ExportColumn, value: unknown): Value {
  if (value === null || value === undefined) return null;
  switch (typeOf(column)) {
    case 'INT64':
      return BigInt(value as number);
    case 'TIMESTAMP':
      return new Date(value as string);
    case 'STRING':
      return asText(value);
    default:
      return value as number | boolean;
  }
}
