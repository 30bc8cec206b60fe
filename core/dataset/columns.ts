import { DatasetError, quote, quoteAll } from './dataset-error.ts';
import { compileMapping, feedsField, findColumn, folded } from './map-columns.ts';
import { hasMapping, type ReadOptions } from './read-options.ts';
import { SOURCE_MEMBER, type SourceColumn } from './source-format.ts';

/** Names that say a column holds the expected answer, likeliest first, folded. */
const EXPECTED_NAMES = ['expected', 'expectedoutput'];
const MOST_COLUMNS = 2_000;

const refuseName = (name: string): void => {
  if (name === SOURCE_MEMBER) {
    throw new DatasetError(`The column ${quote(name)} has a name Rollcall uses itself. Rename it.`, { column: name });
  }
};

const refuseCount = (count: number): void => {
  if (count > MOST_COLUMNS) {
    throw new DatasetError(
      `There are more than ${MOST_COLUMNS} columns. Put some of them together into one JSON value.`,
    );
  }
};

/** What each column of a table becomes. */
export function planColumns(names: readonly string[], options: ReadOptions): SourceColumn[] {
  refuseCount(names.length);
  for (const name of names) refuseName(name);
  const named = (option: string, wanted: string): string => {
    const found = findColumn(names, wanted, option);
    if (found !== undefined) return found;
    throw new DatasetError(`${option} is ${quote(wanted)}, which is no column. Columns: ${quoteAll(names)}.`, {
      column: wanted,
    });
  };
  const id = options.idColumn === undefined ? undefined : named('The id column', options.idColumn);
  const expected = options.expectedColumn
    ? named('The column of expected answers', options.expectedColumn)
    : expectedAmong(names, options);
  refuseOneForBoth(id, expected);
  const json = new Set((options.jsonColumns ?? []).map((name) => named('A JSON column', name)));
  const mapped = hasMapping(options)
    ? new Set(compileMapping({ ...options, columns: names, expectedColumn: expected }).pairs.map((pair) => pair.column))
    : undefined;
  return names.map((name) => ({
    name,
    place: name === expected ? 'expected' : !mapped || mapped.has(name) ? 'input' : 'metadata',
    ...(json.has(name) && name !== expected && { json: true as const }),
    ...(name === id && { id: true as const }),
  }));
}

function expectedAmong(names: readonly string[], { expectedColumn }: ReadOptions): string | undefined {
  if (expectedColumn === false) return undefined;
  for (const wanted of EXPECTED_NAMES) {
    const found = names.find((name) => folded(name) === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

function refuseOneForBoth(id: string | undefined, expected: string | undefined): void {
  if (id !== undefined && id === expected) {
    throw new DatasetError(`The column ${quote(id)} cannot be both the id and the expected answer.`, { column: id });
  }
}

/** Columns of rows that are objects: known only as they come. */
export class GrowingColumns {
  readonly list: SourceColumn[] = [];
  readonly #options: ReadOptions;
  readonly #byName = new Map<string, { column: SourceColumn; index: number }>();
  #expected: string | undefined;

  constructor(options: ReadOptions) {
    this.#options = options;
    if (options.expectedColumn) this.#expected = options.expectedColumn;
    refuseOneForBoth(options.idColumn, this.#expected);
  }

  /** Takes in a row's names. The first row that has an expected answer settles its name. */
  add(names: readonly string[]): void {
    if (this.#expected === undefined && names.some((name) => !this.#byName.has(name))) {
      this.#expected = expectedAmong(names, this.#options);
      refuseOneForBoth(this.#options.idColumn, this.#expected);
    }
    for (const name of names) {
      if (this.#byName.has(name)) continue;
      refuseName(name);
      refuseCount(this.list.length + 1);
      const column = this.#columnOf(name);
      this.#byName.set(name, { column, index: this.list.length });
      this.list.push(column);
    }
  }

  get(name: string): SourceColumn | undefined {
    return this.#byName.get(name)?.column;
  }

  indexOf = (name: string): number => this.#byName.get(name)?.index ?? -1;

  /** Names the options mention and no row has. */
  finish(): void {
    const names = this.list.map((column) => column.name);
    const { idColumn, expectedColumn, jsonColumns = [] } = this.#options;
    for (const wanted of [idColumn, expectedColumn || undefined, ...jsonColumns]) {
      if (wanted === undefined || this.#byName.has(wanted)) continue;
      throw new DatasetError(`No row has a key ${quote(wanted)}. Keys: ${quoteAll(names)}.`, { column: wanted });
    }
  }

  #columnOf(name: string): SourceColumn {
    const options = this.#options;
    const isExpected = name === this.#expected;
    return {
      name,
      place: isExpected ? 'expected' : !hasMapping(options) || feedsField(name, options) ? 'input' : 'metadata',
      ...(!isExpected && options.jsonColumns?.includes(name) && { json: true as const }),
      ...(name === options.idColumn && { id: true as const }),
    };
  }
}
