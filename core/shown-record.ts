import type { RunRecord } from '../domain/run-records/run-record.ts';

/** Of a record, what is told in another way or is of no use outside. */
const HIDDEN: readonly string[] = [
  ...['before', 'pass_id', 'pass_input', 'pass_requested_at', 'closing_requested_at', 'request_hash', 'items_key'],
  ...['asker_id', 'judged'],
  ...['config', 'summary', 'figures', 'settled_at', 'due_at', 'unreachable', 'work_started_at', 'worked_ms'],
];

/** A record's fields in the spelling of all JSON that commands print: `evaluation_id` is `evaluationId`. */
export const shownRecord = (record: Partial<Record<keyof RunRecord, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (HIDDEN.includes(name) ? [] : [[camelCase(name), value]])),
  );

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
