import { DATASET_COLUMNS } from '../contracts/dataset-row.ts';
import { MONITOR_RESULT_COLUMNS } from '../contracts/monitor-results-table.ts';
import { RESULT_COLUMNS } from '../contracts/result-row.ts';
import type { TableColumns } from '../contracts/table-columns.ts';
import { DATASETS_TABLE, MONITOR_RESULTS_TABLE, RESULTS_TABLE } from '../contracts/table-names.ts';

interface IcebergTable {
  /** Part of its logical id, which never changes. */
  readonly id: string;
  readonly name: string;
  readonly columns: TableColumns;
  /** Rows with the same value lie together in one of 16 buckets: files stay few when there are thousands of runs. */
  readonly bucketedBy: string;
}

/** All installations have all of them, whatever is switched on. */
export const ICEBERG_TABLES: readonly IcebergTable[] = [
  { id: 'Datasets', name: DATASETS_TABLE, columns: DATASET_COLUMNS, bucketedBy: 'dataset_id' },
  { id: 'Results', name: RESULTS_TABLE, columns: RESULT_COLUMNS, bucketedBy: 'evaluation_id' },
  { id: 'MonitorResults', name: MONITOR_RESULTS_TABLE, columns: MONITOR_RESULT_COLUMNS, bucketedBy: 'monitor' },
];

export const BUCKETS = 16;
