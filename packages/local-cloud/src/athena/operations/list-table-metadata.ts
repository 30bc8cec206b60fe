import { z } from 'zod';
import type { TableRecord } from '../../glue/catalog.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { DataCatalogs, InCatalog } from '../catalogs/data-catalogs.ts';
import { describeTable } from '../catalogs/describe-table.ts';
import { databaseOf, nextToken, onePage, parseInput } from '../request.ts';

const schema = z.looseObject({
  ...databaseOf,
  Expression: z.string().max(256).optional(),
  NextToken: nextToken,
  MaxResults: z.number().int().min(1).max(50).optional(),
});

export const listTableMetadata = (catalogs: DataCatalogs): Operation<InCatalog> => ({
  permissions: catalogs.permission('ListTableMetadata'),
  async run(input) {
    const { CatalogName, DatabaseName, Expression, MaxResults, NextToken } = parseInput(schema, input);
    const { catalogId } = catalogs.database(CatalogName, DatabaseName);
    const wanted = (table: TableRecord) =>
      Expression === undefined || table.input.Name.includes(Expression.replaceAll('*', ''));
    const { items, next } = pageOf(
      catalogs.glue.tables(catalogId, DatabaseName).filter(wanted),
      onePage(MaxResults, NextToken),
    );
    const TableMetadataList = await Promise.all(items.map((table) => describeTable(table, catalogs.glue)));
    return { TableMetadataList, NextToken: next };
  },
});
