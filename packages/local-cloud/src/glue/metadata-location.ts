import type { Catalog, TableRecord } from './catalog.ts';
import type { TableInput } from './request.ts';

/** It is told when a table is shown, and never kept: a file that was named once may be gone. */
export function withoutMetadataLocation(input: TableInput): TableInput {
  const { metadata_location: _location, previous_metadata_location: _before, ...Parameters } = input.Parameters ?? {};
  return input.Parameters ? { ...input, Parameters } : input;
}

/** A table's parameters as they are shown. */
export async function shownParameters(record: TableRecord, catalog: Catalog): Promise<Record<string, string>> {
  const location = await catalog.metadataLocation(record);
  const { Parameters = {} } = withoutMetadataLocation(record.input);
  return location ? { ...Parameters, metadata_location: location } : Parameters;
}
