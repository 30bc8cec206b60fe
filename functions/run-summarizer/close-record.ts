import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RunRecord } from '../../contracts/run-record.ts';
import type { Summary } from '../../contracts/summary.ts';
import type { SummarizerDependencies } from './run-store.ts';

/**
 * Puts the exact figures on the record and ends the run. Answers false when the record has changed since it was
 * read: a cancel came in between, or another execution took the run over. The end is told once, by who put it there.
 */
export async function closeRecord(
  record: RunRecord,
  summary: Summary,
  deps: SummarizerDependencies,
  stoppedFromOutside = false,
): Promise<boolean> {
  const now = new Date().toISOString();
  const values = {
    status: summary.status,
    reason: summary.reason ?? '',
    succeeded: summary.succeeded,
    failed: summary.failed,
    skipped: summary.skipped,
    prompt_tokens: summary.tokens.prompt,
    completion_tokens: summary.tokens.completion,
    total_tokens: summary.tokens.total,
    summary: JSON.stringify(summary),
    stopped_from_outside: stoppedFromOutside,
    finished_at: now,
    updated_at: now,
  };
  const names = Object.keys(values);
  try {
    await deps.documents.send(
      new UpdateCommand({
        TableName: deps.runsTable,
        Key: { evaluation_id: record.evaluation_id },
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: 'pass_id = :passId AND execution_arn = :execution AND #status = :was',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
          ':passId': record.pass_id,
          ':execution': record.execution_arn,
          ':was': record.status,
        },
      }),
    );
    if (!record.finished_at) deps.observer.ended(record, summary);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
