import { runQuery, runStatement, runWrite } from '../../client/athena/run-query.ts';
import { evaluatorsOf, threadFieldsOf } from '../../contracts/run-evaluators.ts';
import type { ScorerAnswer, ScorerEvent } from '../../contracts/scoring.ts';
import { answersPrefix } from '../../contracts/storage-keys.ts';
import { rowScorer } from '../../core/scoring/score-answer.ts';
import { countLoaded, mergeScores, unloadAnswers } from '../../core/sql/score-rows.ts';
import { listParts } from '../shared/part-source.ts';
import { askNext } from './ask-next.ts';
import type { ScorerDependencies } from './dependencies.ts';
import { scorePart } from './score-part.ts';

/** Kept back to write down the last group and to load the scores. */
const CLOSING_MS = 120_000;

/** Scores every row of a run by its evaluators and puts the scores into the results table. The target is not called. */
export async function scoreRows(
  event: ScorerEvent,
  deps: ScorerDependencies,
  remainingMs: () => number,
): Promise<ScorerAnswer> {
  const { evaluationId, scoringId } = event;
  const record = await deps.runs.read(evaluationId);
  const evaluators = evaluatorsOf(record);
  const [loaded] = await runQuery(countLoaded(deps.tables, evaluationId), deps);
  const scored = Number(loaded?.n ?? 0);
  // UNLOAD of nothing leaves nothing to read.
  if (evaluators.length === 0 || scored === 0) return { outcome: 'done', scored: 0 };
  const prefix = answersPrefix(evaluationId, scoringId);
  const withResponse = evaluators.some(
    (evaluator) =>
      evaluator.type === 'function' || (evaluator.type === 'jsonata' && /response/.test(evaluator.expression)),
  );
  const unload = unloadAnswers(deps.tables, evaluationId, { withResponse }, `s3://${deps.bucket}/${prefix}`);
  // The token makes a repeated invocation find the rows that the first one asked for.
  await runStatement(unload, { ...deps, token: prefix });
  const parts = await listParts(deps.s3, deps.bucket, prefix);
  const threadFields = threadFieldsOf(record);
  const next = await askNext(event, { evaluators, threadFields, parts }, deps);
  if ('ask' in next) return { outcome: 'ask', judgeRun: next.ask };
  const score = rowScorer(evaluators, { threadFields, replies: next.replies });
  for (const [part, file] of parts.entries()) {
    const begun = event.resume?.part ?? 0;
    if (part < begun) continue;
    const from = part === begun ? (event.resume?.row ?? 0) : 0;
    const isLate = () => remainingMs() < CLOSING_MS;
    const row = await scorePart({ evaluationId, scoringId, part, from, file }, score, isLate, deps);
    if (row !== undefined) return { outcome: 'wait', seconds: 0, resume: { part, row } };
  }
  for (let shard = 0; shard < record.shards; shard++) {
    const merge = mergeScores(deps.tables, evaluationId, scoringId, shard);
    await deps.withLease(`${evaluationId} scores ${scoringId}`, () => runWrite(merge, deps));
  }
  return { outcome: 'done', scored };
}
