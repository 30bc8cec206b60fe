import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { itemsKey } from '../../contracts/storage-keys.ts';
import { executionArnOf, fingerprint } from '../../core/row-identity.ts';
import type { Question } from '../../core/scoring/questions.ts';
import { pendingRecord } from '../../domain/run-records/pending-record.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { RunRecordStore } from '../../domain/run-records/store/run-record-store.ts';

export interface JudgeRunDeps {
  readonly s3: S3Client;
  readonly bucket: string;
  readonly runs: RunRecordStore;
  /** Of batch jobs. */
  readonly stateMachineArn: string;
}

interface JudgeRun {
  readonly runId: string;
  /** Who is asked, as `askerOf` names it. */
  readonly askerId: string;
  readonly config: EvaluationConfig;
  readonly targetName: string;
  readonly questions: readonly Question[];
  /** For whom it asks. */
  readonly judgeOf: string;
  /** Default: it may begin */
  readonly standing?: Partial<RunRecord>;
  /** Items that are written with its record, or not at all. */
  readonly along?: readonly PutCommandInput[];
}

/**
 * Writes the questions and the record of a run that asks them. It is a batch job: paced, resumed and budgeted like one.
 * Returns undefined when there is such a record already, or one of the items that go with it.
 */
export async function openJudgeRun(run: JudgeRun, deps: JudgeRunDeps): Promise<RunRecord | undefined> {
  const { runId, config, targetName, questions } = run;
  const lines = questions.map(line).join('');
  const items_key = itemsKey(runId, fingerprint(lines));
  await deps.s3.send(
    new PutObjectCommand({ Bucket: deps.bucket, Key: items_key, Body: lines, ContentType: 'application/x-ndjson' }),
  );
  const executionArn = executionArnOf(deps.stateMachineArn, runId);
  const { maxConcurrency } = config.executor;
  const startedAt = new Date().toISOString();
  const record: RunRecord = {
    ...pendingRecord({
      evaluationId: runId,
      kind: 'judge',
      config,
      datasetId: '',
      targetName,
      maxConcurrency,
      executionArn,
      startedAt,
    }),
    ...run.standing,
    total: questions.length,
    planned: questions.length,
    pass_input: JSON.stringify({ evaluationId: runId, job: true }),
    items_key,
    asker_id: run.askerId,
    judge_of: run.judgeOf,
  };
  return (await deps.runs.create(record, run.along)) ? record : undefined;
}

function line({ id, input }: Question, index: number): string {
  const row: DatasetRow = { sample_id: id, row_index: index, input: JSON.stringify(input), previous_attempts: 0 };
  return `${JSON.stringify(row)}\n`;
}
