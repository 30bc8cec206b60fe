import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Catalog, DatabaseRecord } from '../../glue/catalog.ts';
import type { Permission } from '../../service.ts';
import { invalidRequest } from '../errors.ts';
import { QueryError } from '../sql/query-error.ts';
import { catalogIdOf } from '../tables/table-name.ts';

/** A request that names a data catalog. */
export interface InCatalog {
  readonly Name?: string;
  readonly CatalogName?: string;
}

export const metadataError = (message: string): AwsError => new AwsError('MetadataException', message);

/** Glue's catalogs under the names Athena has for them. */
export class DataCatalogs {
  readonly glue: Catalog;
  readonly #context: CloudContext;

  constructor(context: CloudContext, glue: Catalog) {
    this.#context = context;
    this.glue = glue;
  }

  permission(action: string): (input: InCatalog) => Permission[] {
    const { region, accountId } = this.#context;
    return ({ CatalogName, Name }) => [
      {
        action: `athena:${action}`,
        resource: `arn:aws:athena:${region}:${accountId}:datacatalog/${String(CatalogName ?? Name)}`,
      },
    ];
  }

  describe(Name: string) {
    return { Name, Type: 'GLUE', Parameters: { 'catalog-id': this.#idOf(Name) } };
  }

  databases(name: string): DatabaseRecord[] {
    return this.glue.databases(this.#idOf(name));
  }

  database(name: string, databaseName: string): DatabaseRecord {
    const found = this.glue.findDatabase(this.#idOf(name), databaseName);
    if (!found) throw metadataError(`Database ${databaseName} not found.`);
    return found;
  }

  #idOf(name: string): string {
    try {
      return catalogIdOf(name, this.#context.accountId);
    } catch (error) {
      throw error instanceof QueryError ? invalidRequest(`Data catalog ${name} was not found`) : error;
    }
  }
}
