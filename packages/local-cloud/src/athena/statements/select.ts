import { join } from 'node:path';
import { asText, columnInfoOf, resultColumns, typedBy } from '../engine/result-columns.ts';
import { literal } from '../sql/functions/function.ts';
import type { SyntaxNode } from '../sql/syntax-tree.ts';
import { zoneOf } from '../sql/time-zone.ts';
import { resolveStatement } from '../tables/resolve.ts';
import { type Outcome, type QueryRun, RESULT_FILE } from './query-run.ts';

/**
 * SELECT: the rows go to `ID.csv` at the output location, every field in quotes, NULL as nothing at all. The file is
 * the result: GetQueryResults reads it.
 */
export async function runSelect(node: SyntaxNode, run: QueryRun): Promise<Outcome> {
  const { connection } = run.tables;
  const resolved = await resolveStatement(node, run.names, run.parameters, run.tables);
  run.checkScan(resolved.bytes);
  const columns = typedBy(resolved.columns, await resultColumns(connection, resolved.sql));
  const names = columns.map((_column, index) => `c${index}`);
  const texts = columns.map(({ type, trino }, index) => `${asText(`c${index}`, type, zoneOf(trino))} AS c${index}`);
  const path = join(run.scratch, RESULT_FILE);
  await connection.run(
    `COPY (SELECT ${texts.join(', ')} FROM (${resolved.sql}) AS q(${names.join(', ')})) TO ${literal(path)}
     (FORMAT csv, HEADER false, FORCE_QUOTE *, NULLSTR '', USE_TMP_FILE false)`,
  );
  const header = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(',');
  await run.results.putCsv(`${header}\n`, path);
  return { columns: columns.map(columnInfoOf), bytes: resolved.bytes };
}
