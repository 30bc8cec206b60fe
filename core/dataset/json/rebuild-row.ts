import type { SourceColumn, SourceFormat } from '../source-format.ts';
import { SOURCE_MEMBER } from '../source-format.ts';
import { membersOf } from './members.ts';

type JsonSettings = Pick<NonNullable<SourceFormat['json']>, 'expectedIsJson' | 'asciiOnly'>;

export interface RowParts {
  readonly input?: string | null;
  readonly expected?: string | null;
  readonly metadata?: string | null;
}

/** The columns as a rebuilt row needs them. */
export interface ColumnsByName {
  readonly list: readonly SourceColumn[];
  get(name: string): SourceColumn | undefined;
  indexOf(name: string): number;
}

interface Member {
  readonly index: number;
  readonly text: string;
}

/** The compact JSON of a row, from its parts in the table. */
export function rebuildRow(parts: RowParts, columns: ColumnsByName, settings: JsonSettings): string {
  const members: Member[] = [];
  for (const text of [parts.input, parts.metadata]) {
    if (!text) continue;
    const { names, rawNames, values } = membersOf(text);
    for (const [at, name] of names.entries()) {
      const value = values[at] ?? '';
      // What could not be told by rule stands there whole.
      if (name === SOURCE_MEMBER) return value;
      const written = columns.get(name)?.json ? JSON.stringify(value) : value;
      members.push({ index: columns.indexOf(name), text: `${rawNames[at]}:${written}` });
    }
  }
  const expected = columns.list.find((column) => column.place === 'expected');
  const hasExpected = parts.expected !== null && parts.expected !== undefined;
  if (expected && hasExpected) {
    const text = parts.expected ?? '';
    const value = settings.expectedIsJson ? text : jsonString(text, settings.asciiOnly ?? false);
    members.push({ index: columns.indexOf(expected.name), text: `${JSON.stringify(expected.name)}:${value}` });
  }
  // A row that is all input is in its own order.
  if (hasExpected || parts.metadata) members.sort((one, other) => one.index - other.index);
  return `{${members.map(({ text }) => text).join(',')}}`;
}

export function jsonString(text: string, asciiOnly: boolean): string {
  const json = JSON.stringify(text);
  if (!asciiOnly) return json;
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
