import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { describeTable } from '../describe.ts';
import { gluePermissions, type TableName } from '../permissions.ts';
import { getTablesInput, onePage, parseInput } from '../request.ts';

export const getTables = (context: CloudContext, catalog: Catalog): Operation<TableName> => ({
  permissions: (input) =>
    gluePermissions(context, 'GetTables', { CatalogId: input.CatalogId, database: input.DatabaseName, table: '*' }),
  async run(input) {
    const { CatalogId, DatabaseName, Expression, MaxResults, NextToken } = parseInput(getTablesInput, input);
    const pattern = expression(Expression);
    const all = catalog
      .tables(catalog.catalogId(CatalogId), DatabaseName)
      .filter((table) => pattern.test(table.input.Name));
    const { items, next } = pageOf(all, onePage(MaxResults, NextToken));
    const TableList = await Promise.all(items.map((table) => describeTable(table, catalog)));
    return { TableList, NextToken: next };
  },
});

/** GetTables takes a regular expression; a wrong one is the caller's mistake. */
function expression(text: string | undefined): RegExp {
  try {
    return text === undefined ? /^/ : new RegExp(`^(?:${text.replaceAll('*', '.*')})$`);
  } catch {
    throw new AwsError('InvalidInputException', `The expression ${text} is not a valid pattern.`);
  }
}
