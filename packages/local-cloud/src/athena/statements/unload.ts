import { resultColumns } from '../engine/result-columns.ts';
import { QueryError } from '../sql/query-error.ts';
import type { Unload } from '../sql/unload-syntax.ts';
import { parseLocation } from '../tables/location.ts';
import { resolveStatement } from '../tables/resolve.ts';
import type { Outcome, QueryRun } from './query-run.ts';
import { fileFormat, refuseFullDestination, storeFiles } from './store-files.ts';

const PROPERTIES = ['format', 'compression', 'compression_level', 'field_delimiter', 'partitioned_by'];

/** UNLOAD: a query's rows as files at a destination that must be empty, and a manifest that lists them. */
export async function runUnload({ query, destination, properties }: Unload, run: QueryRun): Promise<Outcome> {
  const unknown = Object.keys(properties).find((name) => !PROPERTIES.includes(name));
  if (unknown)
    throw new QueryError(
      'INVALID_TABLE_PROPERTY',
      `Unknown property '${unknown}'. UNLOAD takes ${PROPERTIES.join(', ')}`,
    );
  if (properties.format === undefined)
    throw new QueryError('INVALID_TABLE_PROPERTY', "UNLOAD needs the property 'format'");
  const format = fileFormat(properties);
  const location = parseLocation(destination);
  refuseFullDestination(location, destination, run);

  const resolved = await resolveStatement(query, run.names, run.parameters, run.tables);
  run.checkScan(resolved.bytes);
  const columns = await resultColumns(run.tables.connection, resolved.sql);
  const partitionedBy = [properties.partitioned_by ?? []].flat();
  const { uris, rows } = await storeFiles(resolved.sql, columns, format, partitionedBy, location, run);
  return { columns: [], bytes: resolved.bytes, updateCount: rows, manifest: await run.results.putManifest(uris) };
}
