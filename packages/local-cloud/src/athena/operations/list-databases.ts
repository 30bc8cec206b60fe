import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { DataCatalogs, InCatalog } from '../catalogs/data-catalogs.ts';
import { catalogName, nextToken, onePage, parseInput } from '../request.ts';

const schema = z.looseObject({
  CatalogName: catalogName,
  NextToken: nextToken,
  MaxResults: z.number().int().min(1).max(50).optional(),
});

export const listDatabases = (catalogs: DataCatalogs): Operation<InCatalog> => ({
  permissions: catalogs.permission('ListDatabases'),
  async run(input) {
    const { CatalogName, MaxResults, NextToken } = parseInput(schema, input);
    const { items, next } = pageOf(catalogs.databases(CatalogName), onePage(MaxResults, NextToken));
    return { DatabaseList: items.map((found) => ({ Name: found.input.Name })), NextToken: next };
  },
});
