import { type Tables, tablesOf } from '../../core/sql/tables.ts';
import type { RunTables } from '../../domain/run-records/store/run-record-store.ts';

/** A variable the stack sets on the function. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`The environment variable ${name} is not set; the stack sets it on every function that needs it.`);
  return value;
}

/** Batch jobs of one tenant that run at the same time. */
export const jobsAtOnce = (): number => Number(environment('JOBS_AT_ONCE'));

export const runTables = (): RunTables => ({
  runs: environment('RUNS_TABLE'),
  counts: environment('BATCH_COUNTS_TABLE'),
});

export const tablesFromEnvironment = (): Tables =>
  tablesOf({ catalog: environment('CATALOG'), database: environment('DATABASE') });
