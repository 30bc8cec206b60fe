import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Connection } from '../connect/connect.ts';
import { usageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';

export async function readRecord(evaluationId: string, connection: Connection): Promise<RunRecord> {
  const record = await connection.runs.find(evaluationId);
  if (record) return record;
  throw notFound('run', evaluationId, connection);
}

/** The run with this id, or the runs of the experiment with it in the order they were started. */
export async function readRuns(id: string, connection: Connection): Promise<RunRecord[]> {
  const record = await connection.runs.find(id);
  if (record) return [record];
  const members = (await connection.runs.list()).filter(({ experiment_id }) => experiment_id === id);
  if (members.length === 0) throw notFound('run or experiment', id, connection);
  return members.toSorted((a, b) => a.started_at.localeCompare(b.started_at));
}

/**
 * Does this for a run, or for each variant of an experiment under its name. A variant that was run again counts as it was
 * run last.
 */
export async function forEachRun(
  id: string,
  connection: Connection,
  terminal: Terminal,
  work: (record: RunRecord) => Promise<void>,
): Promise<void> {
  const records = await readRuns(id, connection);
  const newest = new Map(records.map((record) => [record.target_name, record]));
  for (const [name, record] of newest) {
    if (record.evaluation_id !== id) terminal.line(`\n${terminal.paint('bold', name)}`);
    await work(record);
  }
}

const notFound = (what: string, id: string, { label, flags }: Connection) =>
  usageError(`There is no ${what} ${id} in ${label}.`, `List the runs with: rollcall runs ${flags}`.trimEnd());

/** The planner wrote it, with all defaults filled in. */
export const configOfRecord = ({ config }: RunRecord): EvaluationConfig => JSON.parse(config) as EvaluationConfig;
