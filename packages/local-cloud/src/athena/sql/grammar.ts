import type { TrinoSQL } from 'dt-sql-parser/dist/parser/trino/index.js';
import { tsImport } from 'tsx/esm/api';

let loading: Promise<TrinoSQL> | undefined;

/**
 * Trino's grammar. It takes about half a second to load and warm up, so it is loaded with the first statement, or
 * ahead of it by `loadGrammar`. The package's modules lack file extensions, which Node alone does not resolve.
 */
export function loadGrammar(): Promise<TrinoSQL> {
  loading ??= tsImport('dt-sql-parser/dist/parser/trino/index.js', import.meta.url).then(
    (module: { TrinoSQL: new () => TrinoSQL }) => new module.TrinoSQL(),
  );
  return loading;
}
