import { listMembers } from '../../client/experiments/list-members.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Connection } from '../connect/connect.ts';
import { usageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';

export async function readRecord(evaluationId: string, connection: Connection): Promise<RunRecord> {
  const record = await connection.runs.find(evaluationId);
  if (record) return record;
  throw notFound('run', evaluationId, connection);
}

/** The run with this ID, or the runs of the experiment in the order of their start. */
export async function readRuns(id: string, connection: Connection): Promise<RunRecord[]> {
  const record = await connection.runs.find(id);
  if (record) return [record];
  const { tenant, id: experimentId } = ownerOf(id);
  const members = await listMembers(tenant, experimentId, connection.runs);
  if (members.length === 0) throw notFound('run or experiment', id, connection);
  return Promise.all(members.toReversed().map(({ evaluation_id }) => connection.runs.read(evaluation_id)));
}

/** Does the work for a run, or for the latest run of each variant of an experiment. */
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
  usageError(`Found no ${what} ${id} in ${label}.`, `List runs with: rollcall runs ${flags}`.trimEnd());

/** The configuration as the planner stored it, with all defaults. */
export const configOfRecord = ({ config }: RunRecord): EvaluationConfig => JSON.parse(config) as EvaluationConfig;
