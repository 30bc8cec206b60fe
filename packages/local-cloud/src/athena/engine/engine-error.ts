import { QueryError } from '../sql/query-error.ts';
import { descendants, isIdentifier, nameOf, type SyntaxNode } from '../sql/syntax-tree.ts';

/** A query that StopQueryExecution or the workgroup's cut-off ended. */
export class QueryCancelled extends Error {}

interface Rule {
  readonly pattern: RegExp;
  readonly error: (match: RegExpExecArray, statement: SyntaxNode | undefined) => Error;
}

const rule = (pattern: RegExp, name: string, message: string): Rule => ({
  pattern,
  error: (match) =>
    new QueryError(
      name,
      message.replace(/\$(\d)/g, (_all, group) => match[Number(group)] ?? ''),
    ),
});

/** DuckDB's messages, and what Athena would have said. */
const RULES: readonly Rule[] = [
  { pattern: /^INTERRUPT Error/, error: () => new QueryCancelled('Query cancelled by user') },
  {
    pattern:
      /Referenced column "([^"]*)" (?:not found|was not found)|Table "[^"]*" does not have a column named "([^"]*)"|Column "?([^"\s]*)"? (?:not found|does not exist)/,
    error: (match, statement) => columnNotFound(match[1] ?? match[2] ?? match[3] ?? '', statement),
  },
  {
    pattern: /Referenced table "([^"]*)" not found/,
    error: (match, statement) => columnNotFound(match[1] ?? '', statement),
  },
  rule(/Ambiguous reference to column name "([^"]*)"/, 'AMBIGUOUS_NAME', "Column '$1' is ambiguous"),
  rule(
    /column "([^"]*)" must appear in the GROUP BY/,
    'EXPRESSION_NOT_AGGREGATE',
    "'$1' must be an aggregate expression or appear in GROUP BY clause",
  ),
  rule(
    /[Cc]onflict|write-write/,
    'ICEBERG_COMMIT_ERROR',
    'Failed to commit Iceberg update to table: another query changed it at the same time',
  ),
  // What a macro's error() said is a message in Trino's form already.
  {
    pattern: /^Invalid Input Error: ([A-Z_]+): (.*)$/s,
    error: (match) => new QueryError(match[1] ?? '', match[2] ?? ''),
  },
  rule(
    /Malformed JSON in file "[^"]*",? (.*)/,
    'HIVE_CURSOR_ERROR',
    'Row is not a valid JSON Object - JSONException: $1',
  ),
  rule(
    /^Invalid Input Error: (?:JSON transform error in file "[^"]*",? )(.*)/,
    'HIVE_BAD_DATA',
    'Error parsing a field of a JSON row: $1',
  ),
  rule(
    /^Conversion Error: Type \w+ with value ((?!nan|-?inf)\S+) can't be cast because the value is out of range for the destination type (\w+)/,
    'NUMERIC_VALUE_OUT_OF_RANGE',
    'Out of range for $2: $1',
  ),
  rule(
    /^(?:Invalid Input|Mismatch) [\w ]*Error: (Could not parse string .*|Map keys must be unique.*|The map key list does not align.*|.*Strings must be of equal length.*|(?:missing|unexpected|invalid|bad|no argument) .*)/s,
    'INVALID_FUNCTION_ARGUMENT',
    '$1',
  ),
  rule(
    /More than one row returned by a subquery/,
    'SUBQUERY_MULTIPLE_ROWS',
    'Scalar sub-query has returned multiple rows',
  ),
  rule(
    /^Conversion Error: (?:Could not convert string '(.*?)' to (\w+)|(?=.))/s,
    'INVALID_CAST_ARGUMENT',
    "Cannot cast '$1' to $2",
  ),
  rule(/^Out of Range Error: (.*)/, 'NUMERIC_VALUE_OUT_OF_RANGE', '$1'),
  rule(
    /No function matches the given name and argument types '(?:\w+\.)?([^']*)'/,
    'FUNCTION_NOT_FOUND',
    'Unexpected parameters for function $1',
  ),
  rule(
    /Cannot (?:compare values of type|mix values of type) (.*?) and (?:type )?([^.\s]*)/,
    'TYPE_MISMATCH',
    'Cannot apply operator: $1 = $2',
  ),
  rule(/^Binder Error: (aggregate function calls cannot be nested)/i, 'NESTED_AGGREGATION', '$1'),
  rule(/^Binder Error: (.*WHERE clause cannot contain aggregates.*)/i, 'EXPRESSION_NOT_SCALAR', '$1'),
  rule(
    /Max expression depth|Maximum call stack/,
    'STACK_OVERFLOW',
    'statement is too large (stack overflow during analysis)',
  ),
  rule(/^Out of Memory Error/, 'EXCEEDED_LOCAL_MEMORY_LIMIT', 'Query exhausted resources at this scale factor'),
  rule(/^(?:Binder|Parser|Invalid Input|Constraint|Mismatch Type) Error: ([^\n]*)/, 'GENERIC_USER_ERROR', '$1'),
];

/** Puts a failure of DuckDB's into Athena's words. Paths on disk and DuckDB's rendering of the SQL stay out of it. */
export function engineError(error: unknown, statement: SyntaxNode | undefined): Error {
  if (error instanceof QueryError || error instanceof QueryCancelled || !(error instanceof Error)) {
    return error instanceof Error ? error : new QueryError('GENERIC_INTERNAL_ERROR', String(error));
  }
  for (const { pattern, error: make } of RULES) {
    const match = pattern.exec(error.message);
    if (match) return make(match, statement);
  }
  return new QueryError('GENERIC_INTERNAL_ERROR', error.message.split('\n')[0] ?? 'The query failed');
}

function columnNotFound(name: string, statement: SyntaxNode | undefined): QueryError {
  return new QueryError(
    'COLUMN_NOT_FOUND',
    `Column '${name}' cannot be resolved`,
    statement && placeOf(name, statement),
  );
}

function placeOf(name: string, statement: SyntaxNode): SyntaxNode | undefined {
  for (const qualified of descendants(statement, 'QualifiedName')) {
    const parts = qualified.children.filter(isIdentifier).map((part) => nameOf(part).toLowerCase());
    if (parts.includes(name.toLowerCase())) return qualified;
  }
  return undefined;
}
