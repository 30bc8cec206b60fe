import { loadGrammar } from './grammar.ts';
import { KnownShapes } from './known-shapes.ts';
import { takeShortcuts } from './shortcuts.ts';
import type { SyntaxNode } from './syntax-tree.ts';
import { descendants } from './syntax-tree.ts';

/** Text that is not a statement of Athena's. Its message has Trino's form: `line 1:8: mismatched input 'x' …`. */
export class SqlSyntaxError extends Error {
  constructor(message: string, at: { line: number; column: number }) {
    super(`line ${at.line}:${at.column}: ${message}`);
    this.name = 'SqlSyntaxError';
  }
}

/** The parser's tree, as far as it is used here. */
interface ParserNode {
  readonly children?: readonly ParserNode[] | null;
  readonly start?: { line: number; column: number } | null;
  readonly symbol?: { line: number; column: number };
  getText(): string;
}

/** Parses one statement by Trino's grammar. */
export async function parseStatement(sql: string): Promise<SyntaxNode> {
  const program = await parseProgram(sql);
  const statements = program.children.filter((child) => child.kind === 'Statements');
  const [statement, second] = statements;
  if (!statement) throw new SqlSyntaxError("mismatched input '<EOF>'", { line: 1, column: 1 });
  if (second) throw new SqlSyntaxError('Only one sql statement is allowed.', second);
  refuseIdentifiers(statement);
  const single = statement.children[0]?.kind === 'SingleStatement' ? statement.children[0] : statement;
  return single.children[0] ?? single;
}

/** ANTLR's two ways to look ahead: SLL is quick and may refuse what is right, LL is exact. */
const SLL = 0;
const LL = 1;

const known = new KnownShapes();

async function parseProgram(sql: string): Promise<SyntaxNode> {
  const found = known.find(sql);
  if (found) return found;
  const program = await parseAnew(sql);
  known.keep(sql, program);
  return program;
}

async function parseAnew(sql: string): Promise<SyntaxNode> {
  const grammar = await loadGrammar();
  try {
    return parseWith(grammar, sql, SLL);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new SqlSyntaxError('statement is too large (stack overflow while parsing)', { line: 1, column: 1 });
    }
    if (!(error instanceof SqlSyntaxError)) throw error;
    return parseWith(grammar, sql, LL);
  }
}

function parseWith(grammar: Awaited<ReturnType<typeof loadGrammar>>, sql: string, mode: number): SyntaxNode {
  const parser = grammar.createParser(sql);
  const errors: SqlSyntaxError[] = [];
  const listener = {
    syntaxError(_recognizer: unknown, _symbol: unknown, line: number, column: number, message: string) {
      errors.push(new SqlSyntaxError(asTrinoSays(message), { line, column: column + 1 }));
    },
    reportAmbiguity() {},
    reportAttemptingFullContext() {},
    reportContextSensitivity() {},
  };
  parser.removeErrorListeners();
  parser.addErrorListener(listener as Parameters<typeof parser.addErrorListener>[0]);
  parser.interpreter.predictionMode = mode;
  takeShortcuts(parser);
  const tree = parser.program();
  if (errors[0]) throw errors[0];
  return fromParser(tree as unknown as ParserNode);
}

/** The generated parser words its messages a little differently, and knows rules of its own that help nobody. */
function asTrinoSays(message: string): string {
  if (message.startsWith('rule ')) return 'no viable alternative at input';
  return (
    message
      .replace(/^extraneous input/, 'mismatched input')
      .replace(/^missing (.*) at '(.*)'$/s, "mismatched input '$2'. Expecting: $1")
      .replace(/ expecting \{?(.*?)\}?$/s, '. Expecting: $1')
      // The grammar takes scripts, so where a statement may end it expects every word another may begin with.
      .replace(/Expecting: <EOF>,.*$/s, 'Expecting: <EOF>')
      .slice(0, 1000)
  );
}

function fromParser(node: ParserNode): SyntaxNode {
  const at = node.symbol ?? node.start;
  const place = { line: at?.line ?? 1, column: (at?.column ?? 0) + 1 };
  if (node.symbol) return { kind: 'token', children: [], text: node.getText(), ...place };
  const kind = node.constructor.name.replace(/Context$/, '');
  const children = (node.children ?? []).map(fromParser);
  return { kind, children: CHAINS.has(kind) ? unchained(kind, children) : children, text: '', ...place };
}

/** `a AND b AND c` comes as `(a AND b) AND c`; as one list it can be as long as it likes. */
const CHAINS = new Set(['And', 'Or', 'Concatenation']);

function unchained(kind: string, [first, ...others]: SyntaxNode[]): SyntaxNode[] {
  if (!first) return others;
  return first.kind === kind ? [...first.children, ...others] : [first, ...others];
}

/** Trino's lexer knows these forms only to say what is wrong with them. */
function refuseIdentifiers(statement: SyntaxNode): void {
  for (const node of descendants(statement, 'BackQuotedIdentifier')) {
    throw new SqlSyntaxError('backquoted identifiers are not supported; use double quotes to quote identifiers', node);
  }
  for (const node of descendants(statement, 'DigitIdentifier')) {
    throw new SqlSyntaxError(
      'identifiers must not start with a digit; surround the identifier with double quotes',
      node,
    );
  }
}
