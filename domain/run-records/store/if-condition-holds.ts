import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** What a conditional write answers; undefined when its condition did not hold, and nothing was written. */
export async function ifConditionHolds<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
