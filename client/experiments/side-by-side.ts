import { csvRecord, csvStyle } from '../../core/export/csv-cell.ts';
import { answeredRows } from '../../core/sql/compared-rows.ts';
import { type QueryRow, runQuery } from '../athena/run-query.ts';
import type { Installation } from '../connect/installation.ts';
import { findVariants, rowsOf } from './find-variants.ts';

/** Columns every row has once, and those it has for each variant: their name, and the column of the table. */
const SHARED = ['sample_id', 'row_index', 'input', 'expected'];
const keyOf = (row: QueryRow): string => `${row.trial} ${row.sample_id}`;
const OWN = {
  output: 'actual_output',
  passed: 'passed',
  scores: 'scores',
  latency_ms: 'latency_ms',
  cost_usd: 'cost_usd',
  status: 'status',
};

/** CSV with a line a row and columns for each variant: what every model answered, side by side. */
export async function sideBySide(
  ids: readonly string[],
  baseline: string | undefined,
  installation: Installation,
): Promise<string> {
  const { variants } = await findVariants(ids, baseline, installation);
  const answers = await Promise.all(
    variants.map(async (run) => {
      const found = await runQuery(answeredRows(installation.tables, rowsOf(run)), installation.queries);
      return new Map(found.map((row) => [keyOf(row), row]));
    }),
  );
  const names = variants.flatMap(({ name }) => Object.keys(OWN).map((column) => `${name}.${column}`));
  const rows = new Map(answers.flatMap((found) => [...found]));
  const hasTrials = [...rows.values()].some(({ trial }) => Number(trial) > 0);
  const shared = hasTrials ? [...SHARED, 'trial'] : SHARED;
  const style = csvStyle(shared.length + names.length, false);
  const lines = [...rows.values()]
    .toSorted((a, b) => Number(a.row_index) - Number(b.row_index) || Number(a.trial) - Number(b.trial))
    .map((row) => [
      ...shared.map((column) => row[column]),
      ...answers.flatMap((found) => {
        const own = found.get(keyOf(row));
        return Object.values(OWN).map((column) => own?.[column]);
      }),
    ]);
  return [[...shared, ...names], ...lines].map((cells) => csvRecord(cells, style)).join('');
}
