import { BYTE_ORDER_MARK, csvCell, csvRecord, csvStyle } from '../../core/export/csv-cell.ts';
import type { Format, FormatInput } from './format.ts';
import { mappedPieces } from './mapped-row.ts';

/** RFC 4180. Athena writes finished records; without mapped columns they are copied as they are. */
export function csvFormat(input: FormatInput): Format {
  const { request, columns, mappingColumns } = input;
  const style = csvStyle(columns.length, request.exact);
  const header = csvRecord(
    columns.map((column) => column.name),
    style,
  );
  return {
    contentType: 'text/csv; charset=utf-8',
    unload: { layout: input.layout, style, mappingColumns, ...(!input.mapping && { ending: '\r' }) },
    begin: `${request.bom ? BYTE_ORDER_MARK : ''}${header}`,
    writer: (file) => ({
      row(frame, limit) {
        if (!input.mapping) return file.write(frame.gather(limit));
        return mappedPieces(frame, input, (_name, value) => csvCell(value, style)).then((pieces) =>
          file.write(Buffer.from(`${pieces.join(',')}\r\n`)),
        );
      },
    }),
  };
}
