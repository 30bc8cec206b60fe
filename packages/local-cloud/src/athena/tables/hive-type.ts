import { QueryError } from '../sql/query-error.ts';

const SCALARS: Readonly<Record<string, string>> = {
  string: 'VARCHAR',
  varchar: 'VARCHAR',
  char: 'VARCHAR',
  boolean: 'BOOLEAN',
  tinyint: 'TINYINT',
  smallint: 'SMALLINT',
  int: 'INTEGER',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  long: 'BIGINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  binary: 'BLOB',
  uuid: 'UUID',
};

/** The DuckDB type for a column's type as the catalog has it: `array<struct<x:int>>` → `STRUCT("x" INTEGER)[]`. */
export function fromHiveType(type: string): string {
  const reader = { text: type.trim().toLowerCase().replace(/\s+/g, ' '), at: 0 };
  const result = readType(reader);
  if (reader.at < reader.text.length) throw unknown(type);
  return result;
}

interface Reader {
  readonly text: string;
  at: number;
}

const unknown = (type: string): QueryError => new QueryError('HIVE_INVALID_METADATA', `Unknown column type: ${type}`);

function readType(reader: Reader): string {
  const [name] = /^[a-z_]\w*/.exec(reader.text.slice(reader.at)) ?? [''];
  reader.at += name.length;
  switch (name) {
    case 'array': {
      const [element] = readList(reader, () => readType(reader));
      return `${element}[]`;
    }
    case 'map':
      return `MAP(${readList(reader, () => readType(reader)).join(', ')})`;
    case 'struct':
      return `STRUCT(${readList(reader, () => readField(reader)).join(', ')})`;
    case 'decimal': {
      const [parameters = '(10,0)'] = /^\(\d+(, ?\d+)?\)/.exec(reader.text.slice(reader.at)) ?? [];
      if (reader.text[reader.at] === '(') reader.at += parameters.length;
      return `DECIMAL${parameters}`;
    }
    default: {
      const scalar = SCALARS[name];
      if (!scalar) throw unknown(reader.text);
      const [length = ''] = /^\(\d+\)/.exec(reader.text.slice(reader.at)) ?? [];
      reader.at += length.length;
      return scalar;
    }
  }
}

function readList(reader: Reader, item: () => string): string[] {
  const items: string[] = [];
  expect(reader, '<');
  do {
    while (reader.text[reader.at] === ' ') reader.at += 1;
    items.push(item());
  } while (accept(reader, ','));
  expect(reader, '>');
  return items;
}

function readField(reader: Reader): string {
  const [name] = /^[^:<>,]+/.exec(reader.text.slice(reader.at)) ?? [''];
  reader.at += name.length;
  expect(reader, ':');
  while (reader.text[reader.at] === ' ') reader.at += 1;
  return `"${name.trim().replaceAll('"', '""')}" ${readType(reader)}`;
}

function accept(reader: Reader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}

function expect(reader: Reader, character: string): void {
  if (!accept(reader, character)) throw unknown(reader.text);
}

const TO_HIVE: Readonly<Record<string, string>> = {
  VARCHAR: 'string',
  HUGEINT: 'bigint',
  INTEGER: 'int',
  FLOAT: 'float',
  BLOB: 'binary',
  'TIMESTAMP WITH TIME ZONE': 'timestamptz',
};

/** The catalog's name for what a query gives, for CREATE TABLE AS. */
export function toHiveType(duckType: string): string {
  if (duckType.endsWith('[]')) return `array<${toHiveType(duckType.slice(0, -2))}>`;
  const struct = /^STRUCT\((.*)\)$/s.exec(duckType)?.[1];
  if (struct !== undefined) {
    const fields = splitTopLevel(struct).map((field) => {
      const [, quotedName, bareName, type = ''] = /^(?:"((?:[^"]|"")*)"|(\w+)) (.*)$/s.exec(field.trim()) ?? [];
      return `${(quotedName ?? bareName ?? '').replaceAll('""', '"')}:${toHiveType(type)}`;
    });
    return `struct<${fields.join(',')}>`;
  }
  const map = /^MAP\((.*)\)$/s.exec(duckType)?.[1];
  if (map !== undefined)
    return `map<${splitTopLevel(map)
      .map((type) => toHiveType(type.trim()))
      .join(',')}>`;
  return TO_HIVE[duckType] ?? duckType.toLowerCase();
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
