import {
  DATASETS_TABLE,
  IMPORTED_TABLE,
  MONITOR_RESULTS_TABLE,
  RESULTS_TABLE,
  SCORES_TABLE,
  STAGED_MONITOR_RESULTS_TABLE,
  STAGED_TABLE,
} from '../../contracts/table-names.ts';
import { qualifiedName } from './literal.ts';

/** Fully qualified, quoted names. */
export interface Tables {
  readonly datasets: string;
  readonly results: string;
  readonly staged: string;
  readonly scores: string;
  readonly imported: string;
  readonly monitorResults: string;
  readonly stagedMonitorResults: string;
}

/** Datasets and results may be in another catalog (S3 Tables); external tables are always in the Glue catalog. */
export const tablesOf = ({ catalog, database }: { catalog: string; database: string }): Tables => ({
  datasets: qualifiedName(catalog, database, DATASETS_TABLE),
  results: qualifiedName(catalog, database, RESULTS_TABLE),
  staged: qualifiedName('AwsDataCatalog', database, STAGED_TABLE),
  scores: qualifiedName('AwsDataCatalog', database, SCORES_TABLE),
  imported: qualifiedName('AwsDataCatalog', database, IMPORTED_TABLE),
  monitorResults: qualifiedName(catalog, database, MONITOR_RESULTS_TABLE),
  stagedMonitorResults: qualifiedName('AwsDataCatalog', database, STAGED_MONITOR_RESULTS_TABLE),
});
