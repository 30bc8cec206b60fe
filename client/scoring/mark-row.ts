import { randomUUID } from 'node:crypto';
import { RollcallError } from '../../contracts/errors.ts';
import { HUMAN } from '../../contracts/human.ts';
import type { Score } from '../../contracts/score.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { rowNumber } from '../../core/row-number.ts';
import { setScores } from '../../core/sql/score-rows.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { withResultsLease } from '../../domain/run-records/store/table-lease.ts';
import { runWrite } from '../athena/run-query.ts';
import type { Installation } from '../connect/installation.ts';
import { readResults } from '../runs/read-results.ts';
import { type MarkedAnswer, noteMark } from './marks.ts';

/** What a person says of an answer. */
export interface Mark {
  readonly verdict: 'right' | 'wrong';
  readonly note?: string;
  readonly by: string;
  /** Of a row that was called several times. Default: the first */
  readonly trial?: number;
  /** Of a target that answers for several models: the one that is marked. Default: the first */
  readonly variant?: string;
}

/**
 * Puts a person's verdict on a row of a run that has ended, beside the other scores. Whether the row passed stays.
 *
 * @param row its `row_index`
 */
export async function markRow(
  evaluationId: string,
  row: number,
  mark: Mark,
  installation: Installation,
): Promise<Score> {
  const human = scoreOf(await installation.runs.read(evaluationId), mark);
  const answer = await applyMark(evaluationId, row, human, installation, mark);
  await noteMark(evaluationId, answer, human, installation);
  return human;
}

/** The verdict as a score of the run, which must be over. */
export function scoreOf({ evaluation_id, status, finished_at }: RunRecord, { verdict, note, by }: Mark): Score {
  if (!finished_at) {
    throw new RollcallError(
      'RunStillActive',
      `Run ${evaluation_id} is ${status}; its rows can be marked when it has ended.`,
    );
  }
  const passed = verdict === 'right';
  return { score: passed ? 1 : 0, passed, ...(note && { reason: note }), by, at: new Date().toISOString() };
}

/** Writes the verdict into the results table; tells which answer it is on. */
export async function applyMark(
  evaluationId: string,
  row: number,
  human: Score,
  installation: Installation,
  { trial = 0, variant }: Pick<Mark, 'trial' | 'variant'> = {},
): Promise<MarkedAnswer> {
  const { clients, outputs, tables, queries } = installation;
  const holder = `mark ${evaluationId} ${randomUUID()}`;
  return withResultsLease(clients.documents, outputs.BatchCountsTableName, holder, async () => {
    // Read under the lease, so that no mark or score of somebody else is lost.
    const [found] = await readResults(evaluationId, { row, trial, variant, limit: 1 }, installation);
    if (!found) {
      const which = `row ${rowNumber(row)} (row_index ${row})`;
      throw new RollcallError('InvalidRunInput', `Run ${evaluationId} has no result for ${which}.`);
    }
    const text = withHuman(found.scores, human);
    const answer = { rowIndex: row, trial, variant: found.variant ?? '' };
    await runWrite(setScores(tables, evaluationId, { sampleId: found.sample_id, ...answer }, text), queries);
    return answer;
  });
}

/** The column `scores` with what a person said in it. */
export function withHuman(text: string | null | undefined, human: Score): string {
  const scores = parseJson(text ?? '');
  return JSON.stringify({ ...(isObject(scores) && scores), [HUMAN]: human });
}
