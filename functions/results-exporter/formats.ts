import type { ExportFormat, ExportRequest } from '../../contracts/export.ts';
import type { ExportColumn } from '../../core/export/column.ts';
import type { MappedColumns } from '../../core/export/mapped-columns.ts';
import { FULL_RESPONSE, MAPPING_COLUMNS } from '../../core/export/mapping-row.ts';
import { layOut } from '../../core/export/row-layout.ts';
import { csvFormat } from './csv-format.ts';
import type { Format, FormatInput } from './format.ts';
import { jsonFormat } from './json-format.ts';
import { parquetFormat } from './parquet-format.ts';

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
