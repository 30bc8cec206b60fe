import type { Operation } from '../../service.ts';

export const listDataCatalogs = (): Operation => ({
  permissions: () => [{ action: 'athena:ListDataCatalogs', resource: '*' }],
  run: async () => ({ DataCatalogsSummary: [{ CatalogName: 'AwsDataCatalog', Type: 'GLUE' }] }),
});
