import { type Ddl, parseDdl } from './ddl-syntax.ts';
import { parseStatement, SqlSyntaxError } from './parse.ts';
import type { SyntaxNode } from './syntax-tree.ts';
import { tokenize } from './tokens.ts';
import { parseUnload, type Unload } from './unload-syntax.ts';

/** A statement that parsed, sorted by what it does. */
export type Statement =
  | {
      readonly kind: 'select' | 'insert' | 'merge' | 'update' | 'delete' | 'create-table-as' | 'create-view';
      readonly node: SyntaxNode;
    }
  | { readonly kind: 'unload'; readonly unload: Unload }
  | { readonly kind: 'ddl'; readonly ddl: Ddl };

const KINDS: Readonly<Record<string, Exclude<Statement['kind'], 'unload' | 'ddl'>>> = {
  StatementDefault: 'select',
  InsertInto: 'insert',
  Merge: 'merge',
  Update: 'update',
  Delete: 'delete',
  CreateTableAsSelect: 'create-table-as',
  CreateView: 'create-view',
};

/** Reads a query string as Athena does: Hive's DDL and UNLOAD by their own rules, all else by Trino's grammar. */
export async function parseQueryString(sql: string): Promise<Statement> {
  refuseDeepNesting(sql);
  if (/^(\s|--[^\n]*\n|\/\*.*?\*\/)*UNLOAD\s*\(/is.test(sql)) return { kind: 'unload', unload: await parseUnload(sql) };
  const ddl = parseDdl(sql);
  if (ddl) return { kind: 'ddl', ddl };
  const node = await parseStatement(sql);
  const kind = KINDS[node.kind];
  if (!kind) throw new SqlSyntaxError('Queries of this type are not supported', node);
  return { kind, node };
}

/** The parser's time grows with the square of the depth; Trino's own limit is its stack. */
const DEEPEST = 100;

function refuseDeepNesting(sql: string): void {
  let depth = 0;
  for (const token of tokenize(sql, 'trino')) {
    if (token.kind === 'sign' && (token.text === '(' || token.text === '[')) depth += 1;
    if (token.kind === 'sign' && (token.text === ')' || token.text === ']')) depth -= 1;
    if (token.kind === 'word' && /^case$/i.test(token.text)) depth += 1;
    if (token.kind === 'word' && /^end$/i.test(token.text)) depth -= 1;
    if (depth > DEEPEST) throw new SqlSyntaxError('statement is too large (stack overflow while parsing)', token);
  }
}

interface StatementType {
  readonly StatementType: 'DML' | 'DDL' | 'UTILITY';
  readonly SubstatementType: string;
}

/** What GetQueryExecution says a statement is. */
export function typeOfStatement(statement: Statement): StatementType {
  switch (statement.kind) {
    case 'create-table-as':
      return { StatementType: 'DDL', SubstatementType: 'CREATE_TABLE_AS_SELECT' };
    case 'create-view':
      return { StatementType: 'DDL', SubstatementType: 'CREATE_VIEW' };
    case 'ddl':
      return {
        StatementType: /^(show|describe)/.test(statement.ddl.kind) ? 'UTILITY' : 'DDL',
        SubstatementType: nameOfDdl(statement.ddl),
      };
    default:
      return { StatementType: 'DML', SubstatementType: statement.kind.toUpperCase() };
  }
}

const DDL_NAMES: Readonly<Record<string, string>> = {
  'add-columns': 'ALTER_TABLE_ADD_COLUMN',
  'add-partition': 'ALTER_TABLE_ADD_PARTITION',
  repair: 'MSCK_REPAIR',
  describe: 'DESCRIBE_TABLE',
};

function nameOfDdl(ddl: Ddl): string {
  if (ddl.kind === 'drop') return `DROP_${ddl.what.toUpperCase()}`;
  if (ddl.kind === 'maintain') return ddl.what;
  if (ddl.kind === 'show-tables') return `SHOW_${ddl.what.toUpperCase()}`;
  return DDL_NAMES[ddl.kind] ?? ddl.kind.toUpperCase().replaceAll('-', '_');
}
