import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
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

/** The planner wrote it, with all defaults filled in. */
export const configOfRecord = ({ config }: RunRecord): EvaluationConfig => JSON.parse(config) as EvaluationConfig;
