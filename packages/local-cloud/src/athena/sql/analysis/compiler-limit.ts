import { QueryError } from '../query-error.ts';
import type { SyntaxNode } from '../syntax-tree.ts';

/**
 * Trino compiles each column of a SELECT to one method, which Java bounds at 64 KB. Measured on Trino 476 with texts made of
 * cells like `CASE WHEN v IS NULL THEN … WHEN strpos(v, …) > 0 THEN concat_ws(…) … END`: 94 of them compile, 95 do not.
 * A WHEN weighs as much as three calls.
 */
const MOST_WEIGHT = 1_600;
const WEIGHTS: Readonly<Record<string, number>> = { FunctionCall: 1, Cast: 1, WhenClause: 3 };

export function refuseTooComplex(expression: SyntaxNode): void {
  if (weightOf(expression) <= MOST_WEIGHT) return;
  throw new QueryError(
    'QUERY_EXCEEDED_COMPILER_LIMIT',
    'Failed to execute query; there may be too many columns used or expressions are too complex',
    expression,
  );
}

const weightOf = (node: SyntaxNode): number =>
  node.children.reduce((sum, child) => sum + weightOf(child), WEIGHTS[node.kind] ?? 0);
