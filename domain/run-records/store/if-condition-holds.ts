import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** What a conditional write answers; undefined when its condition did not hold, and nothing was written. */
export async function ifConditionHolds<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || isOutrun(error)) return undefined;
    throw error;
  }
}

/** A transaction lost against another write, which came before it or at the same moment. */
function isOutrun(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  return codes.every((code) => ['None', 'ConditionalCheckFailed', 'TransactionConflict'].includes(code ?? ''));
}
