import type { IcebergField } from './schema.ts';
import { fromText, type StoredValue } from './stored-value.ts';

/** What is known of a column's values in one data file. */
export interface ColumnMetrics {
  readonly field: number;
  readonly type: string;
  readonly bytes: number;
  readonly values: number;
  readonly nulls: number;
  /** For columns of floating-point numbers, where it is known. */
  readonly nans?: number;
  /** At most as large as the least value, and at least as large as the greatest; without NaN. */
  readonly lower?: Exclude<StoredValue, null>;
  readonly upper?: Exclude<StoredValue, null>;
}

/** As DuckDB tells them when it has written a file: by the name of a column in quotes. */
export type ColumnStatistics = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Of columns, not of what lies inside them. */
export function metricsOf(fields: readonly IcebergField[], statistics: ColumnStatistics): ColumnMetrics[] {
  return fields.flatMap(({ id, name, type }) => {
    const told = statistics.get(`"${name.replaceAll('"', '""')}"`);
    if (!told || typeof type !== 'string') return [];
    const hasNan = told.get('has_nan') === 'true';
    return {
      field: id,
      type,
      bytes: Number(told.get('column_size_bytes') ?? 0),
      values: Number(told.get('num_values') ?? 0),
      nulls: Number(told.get('null_count') ?? 0),
      ...(told.get('has_nan') === 'false' ? { nans: 0 } : {}),
      ...(hasNan ? {} : bounds(type, told.get('min'), told.get('max'))),
    };
  });
}

function bounds(
  type: string,
  min: string | undefined,
  max: string | undefined,
): Pick<ColumnMetrics, 'lower' | 'upper'> {
  if (min === undefined || max === undefined) return {};
  const [least, greatest] = [fromText(type, min), fromText(type, max)];
  const lower = typeof least === 'string' ? [...least].slice(0, LONGEST).join('') : zeroAs(-0, least);
  const upper = typeof greatest === 'string' ? shortUpper(greatest) : zeroAs(0, greatest);
  return {
    ...(lower === undefined || lower === null ? {} : { lower }),
    ...(upper === undefined || upper === null ? {} : { upper }),
  };
}

/** To Iceberg -0.0 is less than 0.0, to DuckDB they are equal, and it tells either. */
const zeroAs = (zero: number, value: StoredValue | undefined): StoredValue | undefined => (value === 0 ? zero : value);

/** Characters of a text that a bound has: `write.metadata.metrics.default` is `truncate(16)`. */
const LONGEST = 16;

/** A text that is cut would be too small, so its last character is the next one, of the last that has a next one. */
function shortUpper(text: string): string | undefined {
  const characters = [...text];
  if (characters.length <= LONGEST) return text;
  for (let end = LONGEST; end > 0; end -= 1) {
    const next = (characters[end - 1]?.codePointAt(0) ?? 0) + 1;
    // Halves of pairs are no characters.
    if (next <= 0x10ffff)
      return characters.slice(0, end - 1).join('') + String.fromCodePoint(next === 0xd800 ? 0xe000 : next);
  }
  return undefined;
}
