import { QueryError } from './query-error.ts';
import { childOf, childrenOf, nameOf, type SyntaxNode, textOf } from './syntax-tree.ts';

/** Trino's scalar types and what stands for them in DuckDB. */
const SCALARS: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  tinyint: 'TINYINT',
  smallint: 'SMALLINT',
  integer: 'INTEGER',
  int: 'INTEGER',
  bigint: 'BIGINT',
  real: 'REAL',
  double: 'DOUBLE',
  varchar: 'VARCHAR',
  char: 'VARCHAR',
  varbinary: 'BLOB',
  json: 'JSON',
  date: 'DATE',
  uuid: 'UUID',
};

/** The DuckDB type for a type as a statement writes it: `array(row(x integer))` → `STRUCT("x" INTEGER)[]`. */
export function duckType(type: SyntaxNode): string {
  switch (type.kind) {
    case 'RowType':
      return `STRUCT(${childrenOf(type, 'RowField').map(field).join(', ')})`;
    case 'ArrayType':
    case 'LegacyArrayType':
      return `${duckType(innerTypes(type)[0] ?? type)}[]`;
    case 'LegacyMapType':
      return `MAP(${innerTypes(type).map(duckType).join(', ')})`;
    case 'DoublePrecisionType':
      return 'DOUBLE';
    case 'DateTimeType':
    case 'TimeType':
      return dateTime(textOf(type).toLowerCase());
    case 'GenericType':
      return generic(type);
    default:
      throw new QueryError('NOT_SUPPORTED', `Unsupported type: ${textOf(type)}`, type);
  }
}

/** The `n` of `varchar(n)`: a cast to it cuts the text. */
export function varcharLength(type: SyntaxNode): number | undefined {
  const name = type.kind === 'GenericType' ? type.children[0] : undefined;
  const length = childOf(type, 'TypeParameter');
  return name && nameOf(name).toLowerCase() === 'varchar' && length ? Number(textOf(length)) : undefined;
}

function generic(type: SyntaxNode): string {
  const [identifier] = type.children;
  const name = identifier ? nameOf(identifier).toLowerCase() : '';
  const parameters = childrenOf(type, 'TypeParameter');
  const inner = () => parameters.map((parameter) => duckType(parameter.children[0] ?? parameter));
  if (name === 'array' && parameters.length === 1) return `${inner()[0]}[]`;
  if (name === 'map' && parameters.length === 2) return `MAP(${inner().join(', ')})`;
  if (name === 'decimal') {
    const [precision = '38', scale = '0'] = parameters.map(textOf);
    return `DECIMAL(${precision}, ${scale})`;
  }
  const scalar = SCALARS[name];
  if (!scalar) throw new QueryError('TYPE_NOT_FOUND', `Unknown type: ${textOf(type)}`, type);
  return scalar;
}

/** Athena keeps milliseconds; values are cut to them when they are shown. */
function dateTime(text: string): string {
  if (text.startsWith('time') && !text.startsWith('timestamp')) return 'TIME';
  return text.endsWith('withtimezone') ? 'TIMESTAMPTZ' : 'TIMESTAMP';
}

function field(node: SyntaxNode): string {
  const [name, type] = node.children;
  if (!name || !type) throw new QueryError('NOT_SUPPORTED', 'A row type needs a name for each field', node);
  return `"${nameOf(name).replaceAll('"', '""')}" ${duckType(type)}`;
}

const innerTypes = (type: SyntaxNode): SyntaxNode[] => type.children.filter((child) => child.kind.endsWith('Type'));
