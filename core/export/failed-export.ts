import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { cutText } from '../cut-text.ts';

const LONGEST_MESSAGE = 1_000;

/** Why an export is not there, as the run's record keeps it. */
export function failedExport(key: string, error: unknown): NonNullable<RunRecord['export_failed']> {
  const { name: code, message } = error instanceof Error ? error : new Error(String(error));
  return { key, at: new Date().toISOString(), code, message: cutText(message, LONGEST_MESSAGE) };
}
