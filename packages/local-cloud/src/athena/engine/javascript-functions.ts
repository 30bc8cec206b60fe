import { type DuckDBConnection, DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import { bucketHash } from '../iceberg/murmur3.ts';
import { canonicalJson, numberAt, withEscapes } from './json-text.ts';

/**
 * What SQL alone cannot do with JSON, and Iceberg's buckets. A call costs ten times what the engine's own functions cost, so
 * macros ask these only about text that needs it.
 */
export function registerJavaScriptFunctions(connection: DuckDBConnection): void {
  register(connection, 'js_canonical_json', 1, ([text]) => (text === undefined ? undefined : canonicalJson(text)));
  register(connection, 'js_escaped_json', 1, ([text]) => (text === undefined ? undefined : withEscapes(text)));
  register(connection, 'js_json_number', 2, ([text, path]) =>
    text === undefined || path === undefined ? undefined : numberAt(text, path),
  );
  register(connection, 'js_iceberg_hash', 2, ([kind, text]) =>
    kind === undefined || text === undefined ? undefined : String(bucketHash(kind, text)),
  );
}

function register(
  connection: DuckDBConnection,
  name: string,
  arity: number,
  answer: (args: (string | undefined)[]) => string | undefined,
): void {
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name,
      returnType: VARCHAR,
      parameterTypes: Array.from({ length: arity }, () => VARCHAR),
      mainFunction(_info, chunk, output) {
        const columns = Array.from({ length: arity }, (_none, index) => chunk.getColumnVector(index));
        for (let row = 0; row < chunk.rowCount; row += 1) {
          const args = columns.map((column) => column.getItem(row));
          output.setItem(row, answer(args.map((arg) => (typeof arg === 'string' ? arg : undefined))) ?? null);
        }
        output.flush();
      },
    }),
  );
}
