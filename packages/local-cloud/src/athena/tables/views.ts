import type { TableRecord } from '../../glue/catalog.ts';
import { QueryError } from '../sql/query-error.ts';
import type { NameContext } from './table-name.ts';

export interface ViewDefinition extends NameContext {
  readonly sql: string;
}

export const isView = (record: TableRecord): boolean => record.input.TableType === 'VIRTUAL_VIEW';

const TEXT = /^\/\* Presto View: (.*) \*\/$/s;

/** Athena keeps a view in the catalog as a comment that holds JSON in base64. */
export function viewText({ sql, catalog, database }: ViewDefinition): string {
  const json = JSON.stringify({ originalSql: sql, catalog, schema: database });
  return `/* Presto View: ${Buffer.from(json).toString('base64')} */`;
}

export function viewDefinition(record: TableRecord): ViewDefinition {
  const [, encoded = ''] = TEXT.exec(record.input.ViewOriginalText ?? '') ?? [];
  try {
    const { originalSql, catalog, schema } = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    return { sql: String(originalSql), catalog: String(catalog), database: String(schema) };
  } catch {
    throw new QueryError('INVALID_VIEW', `View '${record.input.Name}' has no readable definition`);
  }
}
