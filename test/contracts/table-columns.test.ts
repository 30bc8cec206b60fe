import { describe, expect, it } from 'vitest';
import { DATASET_COLUMNS } from '../../contracts/dataset-row.ts';
import { MONITOR_RESULT_COLUMNS } from '../../contracts/monitor-results-table.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { addedColumns, firstColumns, type TableColumns } from '../../contracts/table-columns.ts';

/** As they were published: files out there know columns by these ids. Lines are added here, never changed. */
const PUBLISHED = {
  evaluation_datasets: `1 dataset_id string, 2 sample_id string, 3 row_index long, 4 input string, 5 expected string,
    6 metadata string, 7 dataset_name string, 8 dataset_version int, 9 source_name string, 10 source_format string,
    11 content_hash string, 12 imported_at timestamp`,
  evaluation_results_evaluations: `1 evaluation_id string, 2 sample_id string, 3 row_index long, 4 dataset_id string,
    5 experiment_id string, 6 target_name string, 7 execution_mode string, 8 status string, 9 attempt int,
    10 attempts int, 11 calls int, 12 input string, 13 expected string, 14 metadata string, 15 actual_output string,
    16 full_response string, 17 provider_name string, 18 model_name string, 19 prompt_tokens long,
    20 completion_tokens long, 21 total_tokens long, 22 latency_ms long, 23 cost_usd double, 24 error_class string,
    25 error_name string, 26 error_message string, 27 scores string, 28 passed boolean, 29 trace_ref string,
    30 started_at timestamp, 31 finished_at timestamp, 32 request string, 33 trial int, 34 call_mode string,
    35 waited_ms long, 36 variant string`,
  monitor_results: `1 result_id string, 2 tenant string, 3 monitor string, 4 monitor_version int,
    5 evaluated_at timestamp, 6 trace_id string, 7 thread_id string, 8 turns int, 9 truncated boolean, 10 scores string,
    11 passed boolean, 12 cost_usd double`,
};

const lines = (text: string): string[] => text.split(',').map((line) => line.trim());
const printed = ({ id, name, type }: { id: number; name: string; type: string }) => `${id} ${name} ${type}`;

describe.each([
  ['evaluation_datasets', DATASET_COLUMNS],
  ['evaluation_results_evaluations', RESULT_COLUMNS],
  ['monitor_results', MONITOR_RESULT_COLUMNS],
] as const)('the columns of %s', (table, columns: TableColumns) => {
  it('keep the ids and types of the first published version', () => {
    expect(firstColumns(columns).map(printed)).toEqual(lines(PUBLISHED[table]));
  });

  it('that came later are last, under ids that follow', () => {
    const added = addedColumns(columns);
    const ids = Object.values(columns).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(added.map(({ name }) => name)).toEqual(
      Object.keys(columns).slice(Object.keys(columns).length - added.length),
    );
  });
});
