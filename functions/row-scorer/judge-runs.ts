import { PutObjectCommand } from '@aws-sdk/client-s3';
import { readItemRows } from '../../client/jobs/item-lines.ts';
import { StagedRows } from '../../client/rows/staged-rows.ts';
import { pendingRecord } from '../../client/run-records/pending-record.ts';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { itemsKey } from '../../contracts/storage-keys.ts';
import { ownerOf, ownId } from '../../contracts/tenant.ts';
import { executionArnOf, fingerprint } from '../../core/row-identity.ts';
import type { Reply } from '../../core/scoring/asked-score.ts';
import type { Question } from '../../core/scoring/questions.ts';
import type { Asker } from './asker.ts';
import type { ScorerDependencies } from './dependencies.ts';
import { noteOpen, replyOf } from './kept-replies.ts';

/** The run of a pass of scoring in which somebody is asked; they are numbered. */
export function judgeRunId(evaluationId: string, scoringId: string, number: number): string {
  const { tenant, id } = ownerOf(evaluationId);
  return ownId(tenant, `judge-${fingerprint(id)}-${scoringId}-${number}`);
}

/** Writes the questions and the record of a run that asks them. It is a batch job: paced, resumed and budgeted like one. */
export async function openJudgeRun(
  runId: string,
  asker: Asker,
  questions: readonly Question[],
  of: RunRecord,
  deps: ScorerDependencies,
): Promise<void> {
  const lines = questions.map(line).join('');
  const items_key = itemsKey(runId, fingerprint(lines));
  await deps.s3.send(
    new PutObjectCommand({ Bucket: deps.bucket, Key: items_key, Body: lines, ContentType: 'application/x-ndjson' }),
  );
  await noteOpen(asker, runId, deps);
  const { config, targetName } = asker;
  const executionArn = executionArnOf(deps.stateMachineArn, runId);
  const { maxConcurrency } = config.executor;
  const startedAt = new Date().toISOString();
  await deps.runs.create({
    ...pendingRecord({
      evaluationId: runId,
      config,
      datasetId: '',
      targetName,
      maxConcurrency,
      executionArn,
      startedAt,
    }),
    ...standingOf(of),
    total: questions.length,
    planned: questions.length,
    pass_input: JSON.stringify({ evaluationId: runId, job: true }),
    items_key,
    request_hash: asker.id,
    judge_of: of.evaluation_id,
  });
}

/** A run that is paused does not begin to ask. */
const standingOf = ({ status, paused_at }: RunRecord): Partial<RunRecord> =>
  status === 'pausing' || status === 'paused' ? { status: 'pausing', paused_at } : {};

function line({ id, input }: Question, index: number): string {
  const row: DatasetRow = { sample_id: id, row_index: index, input: JSON.stringify(input), previous_attempts: 0 };
  return `${JSON.stringify(row)}\n`;
}

/** Adds what came of the questions of a run that has ended: each is answered, or has an error. */
export async function takeReplies(runId: string, askers: readonly Asker[], deps: ScorerDependencies): Promise<void> {
  const record = await deps.runs.find(runId);
  const asker = askers.find(({ id }) => id === record?.request_hash);
  if (!record?.items_key || !asker) return;
  const rows = await new StagedRows(deps.s3, deps.bucket, runId).refresh();
  const error = `It was not asked: ${record.reason || 'the run that asks has ended before its turn'}`;
  for (const { sample_id: id } of await readItemRows(deps.s3, deps.bucket, record.items_key)) {
    if (asker.replies.has(id)) continue;
    const row = rows.get(id);
    const reply: Reply = row ? replyOf(asker, row) : { error };
    asker.replies.set(id, reply);
  }
}
