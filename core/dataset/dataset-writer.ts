import { csvRow } from './csv/csv-cell.ts';
import { layOutJson } from './json/layout.ts';
import { membersOf } from './json/members.ts';
import { type ColumnsByName, type RowParts, rebuildRow } from './json/rebuild-row.ts';
import { SOURCE_MEMBER, type SourceFormat } from './source-format.ts';

/** Writes rows back in the format they came in: same columns, same order, same text in every cell. */
export class DatasetWriter {
  readonly #format: SourceFormat;
  readonly #columns: ColumnsByName;
  #rows = 0;

  constructor(format: SourceFormat) {
    this.#format = format;
    this.#columns = columnsByName(format);
  }

  begin(): Buffer {
    const { csv, json, newline, bom } = this.#format;
    const start = csv ? `${csv.sepLine ?? ''}${csv.header}${newline}` : (json?.open ?? '');
    return this.#encode(bom ? `\ufeff${start}` : start);
  }

  row(parts: RowParts): Buffer {
    const { format, newline, json, csv } = this.#format;
    const first = this.#rows++ === 0;
    if (csv) {
      const row = csvRow(this.#cells(parts), csv.delimiter, csv.quoteAll);
      return this.#encode(first ? row : newline + row);
    }
    const text = layOutJson(rebuildRow(parts, this.#columns, json ?? {}), json?.layout ?? { item: '', key: '' });
    const between = format === 'json' ? (json?.between ?? ',') : newline;
    return this.#encode(first ? text : between + text);
  }

  end(): Buffer {
    const { format, json, newline, endsWithNewline } = this.#format;
    if (format === 'json') return this.#encode(json?.close ?? ']');
    return this.#encode(endsWithNewline ? newline : '');
  }

  #cells({ input, expected, metadata }: RowParts): string[] {
    const values = new Map<string, string>();
    const kept = new Map<string, string>();
    for (const text of [input, metadata]) {
      if (!text) continue;
      const members = membersOf(text);
      for (const [index, name] of members.names.entries()) {
        const value = members.values[index] ?? '';
        if (name === SOURCE_MEMBER) {
          for (const [cell, source] of Object.entries(JSON.parse(value) as Record<string, string>))
            kept.set(cell, source);
        } else values.set(name, value);
      }
    }
    return this.#format.columns.map(({ name, place, json }) => {
      if (place === 'expected') return expected ?? '';
      const value = values.get(name);
      const cell = value === undefined ? '' : json ? value : (JSON.parse(value) as string);
      return kept.get(name) ?? cell;
    });
  }

  #encode(text: string): Buffer {
    if (this.#format.encoding === 'utf-8') return Buffer.from(text);
    const bytes = Buffer.from(text, 'utf16le');
    return this.#format.encoding === 'utf-16be' ? bytes.swap16() : bytes;
  }
}

function columnsByName({ columns }: SourceFormat): ColumnsByName {
  const byName = new Map(columns.map((column, index) => [column.name, { column, index }]));
  return {
    list: columns,
    get: (name) => byName.get(name)?.column,
    indexOf: (name) => byName.get(name)?.index ?? -1,
  };
}
