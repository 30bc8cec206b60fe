import type { Type } from '../analysis/types.ts';
import { QueryError } from '../query-error.ts';
import { type SyntaxNode, stringValue } from '../syntax-tree.ts';

/** One argument of a call: its SQL for DuckDB, and the syntax it came from. */
export interface Argument {
  readonly sql: string;
  readonly node: SyntaxNode;
}

/** How a Trino function is written for DuckDB. */
export interface TrinoFunction {
  /** The fewest and the most arguments. */
  readonly arity: readonly [number, number];
  /** An aggregate or window function may have DISTINCT, ORDER BY, FILTER and OVER. */
  readonly aggregate?: boolean;
  /** `tail` is what follows the arguments inside (`ORDER BY`), `after` what follows the call (`FILTER`, `OVER`). */
  render(args: readonly Argument[], call: CallClauses): string;
}

export interface CallClauses {
  readonly node: SyntaxNode;
  readonly distinct: string;
  readonly orderBy: string;
  readonly after: string;
  /** What the type of an argument is, where that is known. */
  typeOf(argument: SyntaxNode): Type;
  /** The macro that fails, or inside `try(…)` its twin that answers NULL. */
  macro(name: string): string;
}

const MANY = 127;

/** A function DuckDB has too, with the same meaning, under this or another name. */
export const same = (name: string, min: number, max = min): TrinoFunction => ({
  arity: [min, max],
  render: (args) => `${name}(${list(args)})`,
});

export const variadic = (name: string, min: number): TrinoFunction => same(name, min, MANY);

/** A function spelled out as an expression over its arguments. */
export const expression = (
  arity: number | readonly [number, number],
  render: (args: readonly string[], nodes: readonly Argument[], call: CallClauses) => string,
): TrinoFunction => ({
  arity: typeof arity === 'number' ? [arity, arity] : arity,
  render: (args, call) =>
    render(
      args.map((argument) => argument.sql),
      args,
      call,
    ),
});

export const aggregate = (name: string, min: number, max = min): TrinoFunction => ({
  arity: [min, max],
  aggregate: true,
  render: (args, call) => `${name}(${call.distinct}${list(args)}${call.orderBy})${call.after}`,
});

export const list = (args: readonly Argument[]): string => args.map((argument) => argument.sql).join(', ');

/** The text of an argument that must be written as a string, because it is translated here and not while running. */
export function constantText(argument: Argument | undefined, what: string): string {
  const text = argument && stringValue(argument.node);
  if (text === undefined) {
    throw new QueryError('NOT_SUPPORTED', `${what} must be a string literal in the local cloud`, argument?.node);
  }
  return text;
}

/** A statement ends at a NUL for DuckDB, so a text that has one is put together. */
export function literal(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' || chr(0) || ')})`;
}
