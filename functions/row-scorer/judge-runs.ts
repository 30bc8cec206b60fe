import { readItemRows } from '../../client/jobs/item-lines.ts';
import { openJudgeRun as openRun } from '../../client/scoring/open-judge-run.ts';
import { ownerOf, ownId } from '../../contracts/tenant.ts';
import { fingerprint } from '../../core/row-identity.ts';
import type { Reply } from '../../core/scoring/asked-score.ts';
import type { Question } from '../../core/scoring/questions.ts';
import { replyOf } from '../../core/scoring/reply-of.ts';
import { readSettledRows } from '../../domain/run-log/store/settled-rows.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Asker } from './asker.ts';
import type { ScorerDependencies } from './dependencies.ts';
import { noteOpen } from './kept-replies.ts';

/** The run of a pass of scoring in which somebody is asked; they are numbered. */
export function judgeRunId(evaluationId: string, scoringId: string, number: number): string {
  const { tenant, id } = ownerOf(evaluationId);
  return ownId(tenant, `judge-${fingerprint(id)}-${scoringId}-${number}`);
}

/** Opens a run that asks for a pass of scoring. */
export async function openJudgeRun(
  runId: string,
  asker: Asker,
  questions: readonly Question[],
  of: RunRecord,
  deps: ScorerDependencies,
): Promise<void> {
  await noteOpen(asker, runId, deps);
  const { id: askerId, config, targetName } = asker;
  const run = { runId, askerId, config, targetName, questions, judgeOf: of.evaluation_id, standing: standingOf(of) };
  await openRun(run, deps);
}

/** A run that is paused does not begin to ask. */
const standingOf = ({ status, paused_at }: RunRecord): Partial<RunRecord> =>
  status === 'pausing' || status === 'paused' ? { status: 'pausing', paused_at } : {};

/** Adds what came of the questions of a run that has ended: each is answered, or has an error. */
export async function takeReplies(runId: string, askers: readonly Asker[], deps: ScorerDependencies): Promise<void> {
  const record = await deps.runs.find(runId);
  const asker = askers.find(({ id }) => id === record?.asker_id);
  if (!record?.items_key || !asker) return;
  const rows = await readSettledRows({ s3: deps.s3, bucket: deps.bucket, evaluationId: runId });
  const error = `It was not asked: ${record.reason || 'the run that asks has ended before its turn'}`;
  for (const { sample_id: id } of await readItemRows(deps.s3, deps.bucket, record.items_key)) {
    if (asker.replies.has(id)) continue;
    const [row] = rows.of(id);
    const reply: Reply = row ? replyOf(asker, row) : { error };
    asker.replies.set(id, reply);
  }
}
