import type { RunRecord } from '../../contracts/run-record.ts';
import { type Summary, summarySchema } from '../../contracts/summary.ts';
import type { Connection } from '../connect/connect.ts';
import { usageError } from '../exit-codes.ts';

export async function readRecord(evaluationId: string, connection: Connection): Promise<RunRecord> {
  const record = await connection.runs.find(evaluationId);
  if (record) return record;
  throw usageError(
    `There is no run ${evaluationId} in ${connection.label}.`,
    `List the runs with: rollcall runs ${connection.flags}`.trimEnd(),
  );
}

/** The exact figures of a run that is over. */
export const summaryOf = (record: RunRecord): Summary | undefined =>
  record.summary === undefined ? undefined : summarySchema.parse(JSON.parse(record.summary));
