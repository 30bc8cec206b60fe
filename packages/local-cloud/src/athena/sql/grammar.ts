import type { TrinoSQL } from 'dt-sql-parser/dist/parser/trino/index.js';
import { tsImport } from 'tsx/esm/api';

type Grammar = typeof import('dt-sql-parser/dist/parser/trino/index.js');

let loading: Promise<TrinoSQL> | undefined;

/**
 * Trino's grammar. It takes about half a second to load and warm up, so it is loaded with the first statement, or
 * ahead of it by `loadGrammar`.
 */
export function loadGrammar(): Promise<TrinoSQL> {
  loading ??= importGrammar().then(({ TrinoSQL }) => new TrinoSQL());
  return loading;
}

/** The package's modules lack file extensions: a bundle has resolved them, Node alone does not, and tsx takes longer. */
const importGrammar = (): Promise<Grammar> =>
  import('dt-sql-parser/dist/parser/trino/index.js').catch(() =>
    tsImport('dt-sql-parser/dist/parser/trino/index.js', import.meta.url),
  );
