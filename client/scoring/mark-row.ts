import { RollcallError } from '../../contracts/errors.ts';
import { HUMAN } from '../../contracts/evaluator-fields.ts';
import type { Score } from '../../contracts/score.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { rowNumber } from '../../core/row-number.ts';
import { setScores } from '../../core/sql/score-rows.ts';
import { runWrite } from '../athena/run-query.ts';
import type { Installation } from '../connect/installation.ts';
import { withResultsLease } from '../run-records/table-lease.ts';
import { readResults } from '../runs/read-results.ts';

/** What a person says of an answer. */
export interface Mark {
  readonly verdict: 'right' | 'wrong';
  readonly note?: string;
  readonly by: string;
}

/**
 * Puts a person's verdict on a row of a run that has ended, beside the other scores. Whether the row passed stays.
 *
 * @param row its `row_index`
 */
export async function markRow(
  evaluationId: string,
  row: number,
  { verdict, note, by }: Mark,
  installation: Installation,
): Promise<Score> {
  const { clients, outputs, tables, queries, runs } = installation;
  const record = await runs.read(evaluationId);
  if (!record.finished_at) {
    throw new RollcallError(
      'RunStillActive',
      `Run ${evaluationId} is ${record.status}; its rows can be marked when it has ended.`,
    );
  }
  const passed = verdict === 'right';
  const human = { score: passed ? 1 : 0, passed, ...(note && { reason: note }), by, at: new Date().toISOString() };
  await withResultsLease(
    clients.documents,
    outputs.BatchCountsTableName,
    `mark ${evaluationId} ${human.at}`,
    async () => {
      // Read under the lease, so that no mark or score of somebody else is lost.
      const [found] = await readResults(evaluationId, { row, limit: 1 }, installation);
      if (!found) {
        const which = `row ${rowNumber(row)} (row_index ${row})`;
        throw new RollcallError('InvalidRunInput', `Run ${evaluationId} has no result for ${which}.`);
      }
      const scores = parseJson(found.scores ?? '');
      const text = JSON.stringify({ ...(isObject(scores) && scores), [HUMAN]: human });
      await runWrite(setScores(tables, evaluationId, found.sample_id, text), queries);
    },
  );
  return human;
}
