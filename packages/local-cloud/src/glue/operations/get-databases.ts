import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Catalog } from '../catalog.ts';
import { describeDatabase } from '../describe.ts';
import { gluePermissions } from '../permissions.ts';
import { getDatabasesInput, onePage, parseInput } from '../request.ts';

export const getDatabases = (context: CloudContext, catalog: Catalog): Operation<{ CatalogId?: string }> => ({
  permissions: (input) => gluePermissions(context, 'GetDatabases', { CatalogId: input.CatalogId }),
  async run(input) {
    const { CatalogId, MaxResults, NextToken } = parseInput(getDatabasesInput, input);
    const { items, next } = pageOf(catalog.databases(catalog.catalogId(CatalogId)), onePage(MaxResults, NextToken));
    return { DatabaseList: items.map(describeDatabase), NextToken: next };
  },
});
