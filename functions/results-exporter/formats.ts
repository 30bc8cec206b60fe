import type { ExportFormat, ExportRequest } from '../../contracts/export.ts';
import type { ExportColumn } from '../../core/export/column.ts';
import type { FrameReader } from '../../core/export/frame-reader.ts';
import type { MappedColumns } from '../../core/export/mapped-columns.ts';
import { FULL_RESPONSE, MAPPING_COLUMNS } from '../../core/export/mapping-row.ts';
import { layOut } from '../../core/export/row-layout.ts';
import type { UnloadPlan } from '../../core/sql/export-unload.ts';
import { csvFormat } from './csv-format.ts';
import type { ExportFile } from './export-file.ts';
import { jsonFormat } from './json-format.ts';
import { parquetFormat } from './parquet-format.ts';

/** How rows become a file. */
export interface Format {
  readonly contentType: string;
  /** What UNLOAD renders of each row. */
  readonly unload: Omit<UnloadPlan, 'rows'>;
  readonly begin?: string;
  readonly end?: string;
  /** Writes rows, one call each. A promise asks to wait for it before the next. */
  writer(file: ExportFile): RowWriter;
}

export interface RowWriter {
  /** May take the frames behind this one too, up to a row index. */
  row(frame: FrameReader, limit: number): Promise<void> | undefined;
  /** After the last row. */
  close?(): Promise<void>;
}

/** The parts of a request that the formats share. */
export interface FormatInput {
  readonly request: ExportRequest;
  readonly columns: readonly ExportColumn[];
  readonly mapping?: MappedColumns;
  readonly layout: ReturnType<typeof layOut>;
  readonly mappingColumns?: readonly string[];
}

const FORMATS: Readonly<Record<ExportFormat, (input: FormatInput) => Format>> = {
  csv: csvFormat,
  json: jsonFormat,
  jsonl: jsonFormat,
  parquet: parquetFormat,
};

export function formatOf(request: ExportRequest, columns: readonly ExportColumn[], mapping?: MappedColumns): Format {
  const isMapped = columns.some((column) => column.from === 'mapping');
  const used = isMapped ? mapping : undefined;
  const mappingColumns = used && [...MAPPING_COLUMNS, ...(used.mentions(FULL_RESPONSE) ? [FULL_RESPONSE] : [])];
  return FORMATS[request.format]({ request, columns, mapping: used, layout: layOut(columns), mappingColumns });
}
