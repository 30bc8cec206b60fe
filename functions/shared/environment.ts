import { qualifiedName } from '../../core/sql/literal.ts';
import type { Tables } from '../../core/sql/tables.ts';

/** A variable the stack sets on the function. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`The environment variable ${name} is not set; the stack sets it on every function that needs it.`);
  return value;
}

/** The tables' full names. The staging table is always in the Glue catalog; the others may be in S3 Tables. */
export function tablesFromEnvironment(): Tables {
  const catalog = environment('CATALOG');
  const database = environment('DATABASE');
  return {
    datasets: qualifiedName(catalog, database, environment('DATASETS_TABLE')),
    results: qualifiedName(catalog, database, environment('RESULTS_TABLE')),
    staged: qualifiedName('AwsDataCatalog', environment('STAGED_DATABASE'), environment('STAGED_TABLE')),
  };
}
