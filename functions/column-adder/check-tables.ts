import { type QueryOptions, runStatement } from '../../client/athena/run-query.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { Tables } from '../../core/sql/tables.ts';
import { tryTables } from '../../core/sql/try-tables.ts';

const NOT_THERE = /_NOT_FOUND|does not exist/;
const HIDDEN =
  ' The stack has made these tables. Either S3 Tables are not integrated with the Glue catalog (S3 console, Table buckets, Enable integration), or Lake Formation hides them from this role.';

/** Stops a deployment whose functions could not query: IAM grants it, and Lake Formation may refuse it all the same. */
export async function checkTables(tables: Tables, queries: QueryOptions): Promise<void> {
  try {
    await runStatement(tryTables(tables), queries);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new RollcallError(
      'TablesUnreadable',
      `The tables cannot be queried, so no run could be made. ${message}${NOT_THERE.test(message) ? HIDDEN : ''} See "S3 Tables and Lake Formation" in docs/deploy.md.`,
      { cause: error },
    );
  }
}
