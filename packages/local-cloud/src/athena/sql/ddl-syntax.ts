import { type Token, TokenReader, tokenize } from './tokens.ts';

interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly comment?: string;
}

export interface CreateTableDdl {
  readonly kind: 'create-table';
  readonly external: boolean;
  readonly name: readonly string[];
  readonly ifNotExists: boolean;
  readonly columns: readonly ColumnDefinition[];
  /** Columns of a Hive table; an Iceberg table names transforms of its own columns. */
  readonly partitionedBy: readonly ColumnDefinition[];
  readonly serde?: string;
  readonly serdeProperties: Readonly<Record<string, string>>;
  readonly storedAs?: string;
  readonly location?: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Statements Athena takes from Hive, which Trino's grammar does not know or reads differently. */
export type Ddl =
  | CreateTableDdl
  | {
      readonly kind: 'create-database';
      readonly name: string;
      readonly ifNotExists: boolean;
      readonly location?: string;
    }
  | { readonly kind: 'drop-database'; readonly name: string; readonly ifExists: boolean; readonly cascade: boolean }
  | {
      readonly kind: 'drop';
      readonly what: 'table' | 'view';
      readonly name: readonly string[];
      readonly ifExists: boolean;
    }
  | { readonly kind: 'add-columns'; readonly name: readonly string[]; readonly columns: readonly ColumnDefinition[] }
  | {
      readonly kind: 'add-partition';
      readonly name: readonly string[];
      readonly ifNotExists: boolean;
      readonly partitions: readonly { values: Readonly<Record<string, string>>; location?: string }[];
    }
  | { readonly kind: 'repair'; readonly name: readonly string[] }
  | { readonly kind: 'maintain'; readonly what: 'OPTIMIZE' | 'VACUUM'; readonly name: readonly string[] }
  | { readonly kind: 'show-databases'; readonly pattern?: string }
  | {
      readonly kind: 'show-tables';
      readonly what: 'tables' | 'views';
      readonly database?: string;
      readonly pattern?: string;
    }
  | {
      readonly kind: 'show-partitions' | 'describe';
      readonly name: readonly string[];
    };

/** Reads a DDL or utility statement; undefined when its first words are not of one. */
export function parseDdl(sql: string): Ddl | undefined {
  const reader = new TokenReader(tokenize(sql, 'hive'));
  const read = statementReader(reader);
  if (!read) return undefined;
  const ddl = read();
  reader.end();
  return ddl;
}

function statementReader(reader: TokenReader): (() => Ddl) | undefined {
  if (reader.accept('CREATE', 'EXTERNAL', 'TABLE')) return () => createTable(reader, true);
  if (reader.is('CREATE', 'TABLE') && hasColumnList(reader)) {
    reader.accept('CREATE', 'TABLE');
    return () => createTable(reader, false);
  }
  if (reader.accept('CREATE', 'DATABASE') || reader.accept('CREATE', 'SCHEMA')) return () => createDatabase(reader);
  if (reader.accept('DROP', 'DATABASE') || reader.accept('DROP', 'SCHEMA')) return () => dropDatabase(reader);
  if (reader.accept('DROP', 'TABLE')) return () => drop(reader, 'table');
  if (reader.accept('DROP', 'VIEW')) return () => drop(reader, 'view');
  if (reader.accept('ALTER', 'TABLE')) return () => alterTable(reader);
  if (reader.accept('MSCK', 'REPAIR', 'TABLE')) return () => ({ kind: 'repair', name: reader.qualifiedName() });
  if (reader.accept('OPTIMIZE')) return () => optimize(reader);
  if (reader.accept('VACUUM')) return () => ({ kind: 'maintain', what: 'VACUUM', name: reader.qualifiedName() });
  if (reader.accept('SHOW', 'DATABASES') || reader.accept('SHOW', 'SCHEMAS')) {
    return () => ({ kind: 'show-databases', pattern: pattern(reader) });
  }
  if (reader.accept('SHOW', 'TABLES')) return () => showTables(reader, 'tables');
  if (reader.accept('SHOW', 'VIEWS')) return () => showTables(reader, 'views');
  if (reader.accept('SHOW', 'PARTITIONS')) return () => ({ kind: 'show-partitions', name: reader.qualifiedName() });
  if (reader.accept('DESCRIBE') || reader.accept('DESC')) return () => describeTable(reader);
  return undefined;
}

/** `CREATE TABLE name (`: with WITH or AS after the name it is CREATE TABLE AS, which is Trino's. */
function hasColumnList(reader: TokenReader): boolean {
  let at = 2;
  const is = (word: string) => reader.peek(at).text.toUpperCase() === word;
  if (is('IF')) at += 3;
  while (reader.peek(at + 1).text === '.') at += 2;
  at += 1;
  return reader.peek(at).text === '(';
}

function createTable(reader: TokenReader, external: boolean): CreateTableDdl {
  const ifNotExists = reader.accept('IF', 'NOT', 'EXISTS');
  const name = reader.qualifiedName();
  const columns = reader.list(() => column(reader));
  const table: { -readonly [Key in keyof CreateTableDdl]: CreateTableDdl[Key] } = {
    kind: 'create-table',
    external,
    name,
    ifNotExists,
    columns,
    partitionedBy: [],
    serdeProperties: {},
    properties: {},
  };
  for (;;) {
    if (reader.accept('COMMENT')) reader.string();
    else if (reader.accept('PARTITIONED', 'BY')) table.partitionedBy = reader.list(() => partitionColumn(reader));
    else if (reader.accept('ROW', 'FORMAT', 'SERDE')) table.serde = reader.string();
    else if (reader.accept('WITH', 'SERDEPROPERTIES')) table.serdeProperties = properties(reader);
    else if (reader.accept('ROW', 'FORMAT', 'DELIMITED')) {
      table.serde = 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe';
      table.serdeProperties = delimiters(reader);
    } else if (reader.accept('STORED', 'AS', 'INPUTFORMAT')) {
      reader.string();
      reader.expect('OUTPUTFORMAT');
      reader.string();
    } else if (reader.accept('STORED', 'AS')) table.storedAs = reader.name().toUpperCase();
    else if (reader.accept('LOCATION')) table.location = reader.string();
    else if (reader.accept('TBLPROPERTIES')) table.properties = properties(reader);
    else return table;
  }
}

function column(reader: TokenReader): ColumnDefinition {
  const name = reader.name().toLowerCase();
  const type = typeText(reader);
  const comment = reader.accept('COMMENT') ? reader.string() : undefined;
  return { name, type, ...(comment === undefined ? {} : { comment }) };
}

/** `day date`, or for Iceberg `day` and `bucket(16, id)`. */
function partitionColumn(reader: TokenReader): ColumnDefinition {
  const following = reader.peek(1).text;
  if (following === ',' || following === ')') return { name: reader.name().toLowerCase(), type: '' };
  if (following === '(') return { name: '', type: typeText(reader) };
  return column(reader);
}

/** A type is copied as it is, with its brackets: `struct<a:int,b:array<string>>`, `decimal(10,2)`. */
function typeText(reader: TokenReader): string {
  let text = reader.name();
  let depth = 0;
  const continues = (token: Token) => token.text === '<' || token.text === '(' || depth > 0;
  while (continues(reader.peek()) && reader.peek().kind !== 'end') {
    const token = reader.next();
    if (token.text === '<' || token.text === '(') depth += 1;
    if (token.text === '>' || token.text === ')') depth -= 1;
    text += token.text;
  }
  return text.toLowerCase();
}

function properties(reader: TokenReader): Record<string, string> {
  return Object.fromEntries(
    reader.list(() => {
      const key = reader.string();
      reader.expect('=');
      return [key, reader.string()] as const;
    }),
  );
}

function delimiters(reader: TokenReader): Record<string, string> {
  const found: Record<string, string> = {};
  for (;;) {
    if (reader.accept('FIELDS', 'TERMINATED', 'BY')) found['field.delim'] = reader.string();
    else if (reader.accept('ESCAPED', 'BY')) found['escape.delim'] = reader.string();
    else if (reader.accept('COLLECTION', 'ITEMS', 'TERMINATED', 'BY')) found['colelction.delim'] = reader.string();
    else if (reader.accept('MAP', 'KEYS', 'TERMINATED', 'BY')) found['mapkey.delim'] = reader.string();
    else if (reader.accept('LINES', 'TERMINATED', 'BY')) found['line.delim'] = reader.string();
    else if (reader.accept('NULL', 'DEFINED', 'AS')) found['serialization.null.format'] = reader.string();
    else return found;
  }
}

function createDatabase(reader: TokenReader): Ddl {
  const ifNotExists = reader.accept('IF', 'NOT', 'EXISTS');
  const name = reader.qualifiedName().at(-1) ?? '';
  if (reader.accept('COMMENT')) reader.string();
  const location = reader.accept('LOCATION') ? reader.string() : undefined;
  if (reader.accept('WITH', 'DBPROPERTIES')) properties(reader);
  return { kind: 'create-database', name, ifNotExists, ...(location === undefined ? {} : { location }) };
}

function dropDatabase(reader: TokenReader): Ddl {
  const ifExists = reader.accept('IF', 'EXISTS');
  const name = reader.qualifiedName().at(-1) ?? '';
  const cascade = reader.accept('CASCADE');
  if (!cascade) reader.accept('RESTRICT');
  return { kind: 'drop-database', name, ifExists, cascade };
}

function drop(reader: TokenReader, what: 'table' | 'view'): Ddl {
  const ifExists = reader.accept('IF', 'EXISTS');
  return { kind: 'drop', what, name: reader.qualifiedName(), ifExists };
}

function alterTable(reader: TokenReader): Ddl {
  const name = reader.qualifiedName();
  if (reader.accept('ADD', 'COLUMNS')) return { kind: 'add-columns', name, columns: reader.list(() => column(reader)) };
  reader.expect('ADD');
  const ifNotExists = reader.accept('IF', 'NOT', 'EXISTS');
  const partitions = [];
  do partitions.push(partition(reader));
  while (reader.is('PARTITION'));
  return { kind: 'add-partition', name, ifNotExists, partitions };
}

function partition(reader: TokenReader): { values: Record<string, string>; location?: string } {
  reader.expect('PARTITION');
  const values = Object.fromEntries(
    reader.list(() => {
      const key = reader.name().toLowerCase();
      reader.expect('=');
      return [key, reader.next().text] as const;
    }),
  );
  return reader.accept('LOCATION') ? { values, location: reader.string() } : { values };
}

function optimize(reader: TokenReader): Ddl {
  const name = reader.qualifiedName();
  reader.expect('REWRITE', 'DATA', 'USING', 'BIN_PACK');
  if (reader.accept('WHERE')) while (reader.peek().kind !== 'end' && !reader.is(';')) reader.next();
  return { kind: 'maintain', what: 'OPTIMIZE', name };
}

function pattern(reader: TokenReader): string | undefined {
  reader.accept('LIKE');
  return reader.peek().kind === 'string' ? reader.string() : undefined;
}

function showTables(reader: TokenReader, what: 'tables' | 'views'): Ddl {
  const database = reader.accept('IN') || reader.accept('FROM') ? reader.qualifiedName().at(-1) : undefined;
  return { kind: 'show-tables', what, database, pattern: pattern(reader) };
}

function describeTable(reader: TokenReader): Ddl {
  if (!reader.accept('FORMATTED')) reader.accept('EXTENDED');
  return { kind: 'describe', name: reader.qualifiedName() };
}
