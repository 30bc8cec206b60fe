import { literal } from '../sql/functions/function.ts';
import { parseStatement, SqlSyntaxError } from '../sql/parse.ts';
import { QueryError } from '../sql/query-error.ts';
import { Renderer } from '../sql/render.ts';
import { descendants, type SyntaxNode, soleDescendant, stringValue, textOf } from '../sql/syntax-tree.ts';
import type { Parameters } from '../tables/resolve.ts';

/** The values for `?`: each is an expression in SQL (`'text'` with its quotes, `1`, `DATE '2026-11-16'`). */
export async function bindParameters(tree: SyntaxNode | undefined, given: readonly string[]): Promise<Parameters> {
  const places = tree ? [...descendants(tree, 'Parameter')] : [];
  // Values for a statement without a place for them are not looked at.
  if (places.length === 0) return { sql: [], valueOf: () => undefined };
  if (places.length !== given.length) {
    throw new QueryError(
      'INVALID_PARAMETER_USAGE',
      `Incorrect number of parameters: expected ${places.length} but found ${given.length}`,
      { line: 1, column: 1 },
    );
  }
  const values = await Promise.all(given.map(bind));
  const byPlace = new Map(places.map((place, index) => [place, values[index]?.text]));
  return { sql: values.map((value) => value.sql), valueOf: (node) => byPlace.get(node) };
}

async function bind(parameter: string): Promise<{ sql: string; text: string | undefined }> {
  const value = await constantOf(parameter);
  if (!value) return { sql: literal(parameter), text: parameter };
  const sql = `(${new Renderer({ relation: () => undefined, typeOf: () => undefined, parameters: [] }).render(value)})`;
  const number = soleDescendant(value, 'NumericLiteral');
  return { sql, text: stringValue(value) ?? (number && textOf(number)) };
}

/** The expression that a value is. What is none, or names a column, Athena takes for text: `abc`, `it's`. */
async function constantOf(parameter: string): Promise<SyntaxNode | undefined> {
  try {
    const statement = await parseStatement(`SELECT ${parameter}`);
    const [item, second] = [...descendants(statement, 'SelectItem')];
    const value = item?.children[0];
    const isOne = value?.kind === 'SelectExpressionColumnName' && item?.children.length === 1 && !second;
    const [column] = descendants(statement, 'ColumnReference');
    return isOne && !column ? value : undefined;
  } catch (error) {
    if (error instanceof SqlSyntaxError) return undefined;
    throw error;
  }
}
