import type { Statement } from '../sql/statement.ts';
import type { SyntaxNode } from '../sql/syntax-tree.ts';
import { runCreateTableAs } from './create-table-as.ts';
import { runCreateView } from './create-view.ts';
import { runDdl } from './ddl.ts';
import { runInsert } from './insert.ts';
import { runMerge } from './merge.ts';
import type { Outcome, QueryRun } from './query-run.ts';
import { runSelect } from './select.ts';
import { runUnload } from './unload.ts';
import { runDelete, runUpdate } from './update-and-delete.ts';

export async function runStatement(statement: Statement, sql: string, run: QueryRun): Promise<Outcome> {
  switch (statement.kind) {
    case 'select':
      return runSelect(statement.node, run);
    case 'insert':
      return runInsert(statement.node, run);
    case 'merge':
      return runMerge(statement.node, run);
    case 'update':
      return runUpdate(statement.node, run);
    case 'delete':
      return runDelete(statement.node, run);
    case 'create-table-as':
      return runCreateTableAs(statement.node, run);
    case 'create-view':
      return runCreateView(statement.node, sql, run);
    case 'unload':
      return runUnload(statement.unload, run);
    case 'ddl':
      return runDdl(statement.ddl, run);
  }
}

/** The parse tree a failure is to be placed in. */
export function treeOf(statement: Statement): SyntaxNode | undefined {
  if (statement.kind === 'unload') return statement.unload.query;
  return 'node' in statement ? statement.node : undefined;
}
