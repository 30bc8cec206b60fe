import { GetQueryResultsCommand } from '@aws-sdk/client-athena';
import * as z from 'zod';
import { type QueryOptions, runStatement, runWrite } from '../../client/athena/run-query.ts';
import { addColumn, createTable, showColumns } from '../../core/sql/add-columns.ts';
import { qualifiedName } from '../../core/sql/literal.ts';

const columnSchema = z.object({
  name: z.string(),
  type: z.enum(['string', 'int', 'long', 'double', 'boolean', 'timestamp']),
});

/** What the stack asks for: columns in the order of their ids. CloudFormation passes numbers as text. */
export const addedColumnsSchema = z.object({
  tables: z
    .array(
      z.object({
        name: z.string(),
        location: z.string(),
        columns: z.array(columnSchema),
        bucketedBy: z.string(),
        buckets: z.coerce.number(),
      }),
    )
    .default([]),
  columns: z.array(columnSchema.extend({ table: z.string() })),
});
type NewTable = z.output<typeof addedColumnsSchema>['tables'][number];
type AddedColumn = z.output<typeof addedColumnsSchema>['columns'][number];

export interface TableQueries extends QueryOptions {
  readonly context: { readonly catalog: string; readonly database: string };
}

/** Creates the tables that are not there yet. */
export async function createTables(tables: readonly NewTable[], queries: TableQueries): Promise<void> {
  for (const table of tables) await runStatement(createTable(table), queries);
}

/** Adds the columns that a table does not have yet. Iceberg numbers columns as they come, so one after the other. */
export async function addColumns(columns: readonly AddedColumn[], queries: TableQueries): Promise<void> {
  for (const table of new Set(columns.map((column) => column.table))) {
    let present = await columnsOf(table, queries);
    for (const column of columns.filter((one) => one.table === table)) {
      if (present.has(column.name)) continue;
      try {
        await runWrite(addColumn(table, column), queries);
      } catch (error) {
        // Another deployment may have added it meanwhile.
        present = await columnsOf(table, queries);
        if (!present.has(column.name)) throw error;
      }
    }
  }
}

async function columnsOf(table: string, queries: TableQueries): Promise<Set<string>> {
  const { catalog, database } = queries.context;
  const { QueryExecutionId } = await runStatement(showColumns(qualifiedName(catalog, database, table)), queries);
  const { ResultSet } = await queries.athena.send(new GetQueryResultsCommand({ QueryExecutionId }));
  return new Set(ResultSet?.ResultSetMetadata?.ColumnInfo?.map(({ Name = '' }) => Name) ?? []);
}
