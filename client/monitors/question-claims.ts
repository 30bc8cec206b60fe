import { GetCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Tracing } from '../traces/connect-traces.ts';

export type ClaimDeps = Pick<Tracing, 'documents' | 'monitorResultsTable' | 'traceDays'>;

/** Which run asks a question, and for whom. A question is claimed once, so nobody pays for it twice. */
const claimSchema = z.object({ run: z.string(), askedFor: z.string() });
export type Claim = z.output<typeof claimSchema>;

/** No tenant has this name, so no monitor's results have this key. */
const keyOf = (question: string) => ({ monitor: '#question', result: question });

/** The claims there are, by the ids of the questions. */
export async function readClaims(
  questions: readonly string[],
  { documents, monitorResultsTable: TableName }: ClaimDeps,
): Promise<Map<string, Claim>> {
  const found = new Map<string, Claim>();
  await Promise.all(
    questions.map(async (question) => {
      const get = new GetCommand({ TableName, Key: keyOf(question), ConsistentRead: true });
      const { Item } = await documents.send(get);
      if (Item) found.set(question, claimSchema.parse(Item));
    }),
  );
  return found;
}

/** Logs of runs, which hold the answers, are kept for 90 days. What is asked again later is paid for again. */
const KEPT_SECONDS = 85 * 86_400;

/** Fails when somebody else has claimed the question. @param gone a claim of a run that is no longer there */
export const claimPut = (
  question: string,
  claim: Claim,
  gone: Claim | undefined,
  deps: ClaimDeps,
): PutCommandInput => ({
  TableName: deps.monitorResultsTable,
  Item: { ...keyOf(question), ...claim, expires_at: Math.floor(Date.now() / 1000) + KEPT_SECONDS },
  ConditionExpression: gone ? '#run = :gone' : 'attribute_not_exists(monitor)',
  ...(gone && { ExpressionAttributeNames: { '#run': 'run' }, ExpressionAttributeValues: { ':gone': gone.run } }),
});
