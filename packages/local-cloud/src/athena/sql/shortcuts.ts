import type { TrinoSQL } from 'dt-sql-parser/dist/parser/trino/index.js';

type Parser = ReturnType<TrinoSQL['createParser']>;
type Tokens = Parser['tokenStream'];

const END_OF_INPUT = -1;

/** The alternatives of an item of SELECT, in the grammar's order: `expression [AS alias]`, `table.*`, `*`. */
const EXPRESSION = 1;
const ALL_OF_TABLE = 2;
const ALL = 3;

/**
 * Answers two of the grammar's questions without trying both ways. To tell `f(x, …)` from `f(x, …).*` ANTLR reads all of it
 * twice and learns every text it meets; and it asks of each column whether it may be nothing at all, which is meant for
 * editors. Both take much of the time that a statement of a new shape takes to parse.
 */
export function takeShortcuts(parser: Parser): void {
  const { interpreter } = parser;
  const predict = interpreter.adaptivePredict.bind(interpreter);
  const { selectItem, column } = decisionsOf(parser);
  interpreter.adaptivePredict = (tokens, decision, context) => {
    if (decision === selectItem) return alternativeOf(tokens);
    return decision === column ? 1 : predict(tokens, decision, context);
  };
}

let found: { selectItem: number; column: number } | undefined;

/** Their numbers are generated with the grammar. */
function decisionsOf({ interpreter, ruleNames }: Parser): { selectItem: number; column: number } {
  found ??= {
    selectItem: decisionOf('selectItem', ALL),
    column: decisionOf('columnRef', 2),
  };
  return found;

  function decisionOf(rule: string, alternatives: number): number {
    return interpreter.atn.decisionToState.findIndex(
      (state) => ruleNames[state.ruleIndex] === rule && state.transitions.length === alternatives,
    );
  }
}

const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;

function alternativeOf(tokens: Tokens): number {
  if (tokens.LT(1)?.text === '*') return ALL;
  let depth = 0;
  for (let at = 1; ; at += 1) {
    const token = tokens.LT(at);
    const text = token?.text ?? '';
    if (!token || token.type === END_OF_INPUT) return EXPRESSION;
    if (OPENING.test(text)) depth += 1;
    else if (CLOSING.test(text)) depth -= 1;
    if (depth < 0 || (depth === 0 && (text === ',' || text.toUpperCase() === 'FROM'))) return EXPRESSION;
    if (depth === 0 && text === '.' && tokens.LT(at + 1)?.text === '*') return ALL_OF_TABLE;
  }
}
