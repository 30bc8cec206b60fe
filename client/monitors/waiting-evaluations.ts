import { DeleteCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { fingerprint } from '../../core/row-identity.ts';
import { expiresAt } from './monitor-results.ts';
import type { ClaimDeps } from './question-claims.ts';

/** Evaluations that wait for the end of a run of judges. */
const waitingSchema = z.object({
  result: z.string(),
  run: z.string(),
  /** Where each is kept in the data bucket. */
  evaluations: z.array(z.string()),
  since: z.string(),
});
export type Waiting = z.output<typeof waitingSchema>;

/** No tenant has this name, so no monitor's results have this key. */
const WAITING = '#waiting';

/** Writing the same evaluations again changes nothing. */
export async function putWaiting(run: string, evaluations: readonly string[], deps: ClaimDeps): Promise<void> {
  const result = `${run}#${fingerprint(evaluations.join())}`;
  const Item = { monitor: WAITING, result, run, evaluations, since: new Date().toISOString() };
  const put = { TableName: deps.monitorResultsTable, Item: { ...Item, expires_at: expiresAt(deps) } };
  await deps.documents.send(new PutCommand(put));
}

/** @param run default: all runs */
export async function listWaiting(deps: ClaimDeps, run?: string): Promise<Waiting[]> {
  const query = {
    TableName: deps.monitorResultsTable,
    ConsistentRead: true,
    KeyConditionExpression: `monitor = :waiting${run ? ' AND begins_with(#result, :run)' : ''}`,
    ...(run && { ExpressionAttributeNames: { '#result': 'result' } }),
    ExpressionAttributeValues: { ':waiting': WAITING, ...(run && { ':run': `${run}#` }) },
  };
  const found: Waiting[] = [];
  for await (const { Items = [] } of paginateQuery({ client: deps.documents }, query)) {
    found.push(...Items.map((item) => waitingSchema.parse(item)));
  }
  return found;
}

export async function removeWaiting({ result }: Waiting, deps: ClaimDeps): Promise<void> {
  const Key = { monitor: WAITING, result };
  await deps.documents.send(new DeleteCommand({ TableName: deps.monitorResultsTable, Key }));
}
