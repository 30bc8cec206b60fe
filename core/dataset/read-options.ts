import type { DatasetFormat, OnBadCell } from './source-format.ts';

export interface ReadOptions {
  /** Default: by the file's extension, or by its content. */
  readonly format?: DatasetFormat;
  /** Of CSV; default: a `sep=` line, or the one that fits the first lines best. */
  readonly delimiter?: string;
  /** Its values become `sample_id`; they must all differ. Default: a hash of the row's position and content. */
  readonly idColumn?: string;
  /** Default: a column named expected or expected_output. `false`: there is none. */
  readonly expectedColumn?: string | false;
  /** Columns whose text is JSON; parsed once, at import. */
  readonly jsonColumns?: readonly string[];
  /** What becomes of a cell of such a column that is no JSON. Default: fail. */
  readonly onBadCell?: OnBadCell;
  /** Input fields of the target; columns that feed none of them become metadata. Default: all columns are input. */
  readonly fields?: readonly string[];
  /** Which column feeds a field, where the names do not say. */
  readonly map?: Readonly<Record<string, string>>;
}

export const hasMapping = ({ fields, map }: ReadOptions): boolean =>
  (fields?.length ?? 0) > 0 || Object.keys(map ?? {}).length > 0;

/** Options in one order, without what is not set: equal options have equal text. */
export function canonicalOptions(options: ReadOptions): Record<string, unknown> {
  const { jsonColumns, fields, map } = options;
  return Object.fromEntries(
    Object.entries({
      delimiter: options.delimiter,
      expectedColumn: options.expectedColumn,
      fields: fields?.length ? [...fields].sort() : undefined,
      format: options.format,
      idColumn: options.idColumn,
      jsonColumns: jsonColumns?.length ? [...jsonColumns].sort() : undefined,
      map: map && Object.keys(map).length > 0 ? Object.fromEntries(Object.entries(map).sort(byName)) : undefined,
      onBadCell: jsonColumns?.length ? (options.onBadCell ?? 'fail') : undefined,
    }).filter(([, value]) => value !== undefined),
  );
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
