import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type MonitorResult, monitorResultSchema } from '../../contracts/monitor.ts';
import { ifConditionHolds } from '../../domain/run-records/store/if-condition-holds.ts';
import type { Tracing } from '../traces/connect-traces.ts';

type Deps = Pick<Tracing, 'documents' | 'monitorResultsTable' | 'traceDays'>;

const DAY_SECONDS = 86_400;

export const expiresAt = ({ traceDays }: Pick<Deps, 'traceDays'>): number =>
  Math.floor(Date.now() / 1000) + traceDays * DAY_SECONDS;

const monitorKey = (tenant: string, name: string): string => `${tenant}#${name}`;

/** Whether this very evaluation was made before. */
export async function hasResult(tenant: string, name: string, result: string, deps: Deps): Promise<boolean> {
  const Key = { monitor: monitorKey(tenant, name), result };
  const get = new GetCommand({ TableName: deps.monitorResultsTable, Key, ConsistentRead: true });
  return (await deps.documents.send(get)).Item !== undefined;
}

/** Writes a result down, once. False when it was there. */
export async function putResult(
  tenant: string,
  name: string,
  id: string,
  result: MonitorResult,
  deps: Deps,
): Promise<boolean> {
  const put = new PutCommand({
    TableName: deps.monitorResultsTable,
    Item: {
      monitor: monitorKey(tenant, name),
      result: id,
      content: JSON.stringify(result),
      expires_at: expiresAt(deps),
    },
    ConditionExpression: 'attribute_not_exists(monitor)',
  });
  return (await ifConditionHolds(deps.documents.send(put))) !== undefined;
}

export interface ResultPage {
  readonly results: MonitorResult[];
  /** The id of the last one, when there are more. */
  readonly next?: string;
}

/** A monitor's results, newest first. */
export async function listResults(
  tenant: string,
  name: string,
  { limit, after }: { readonly limit: number; readonly after?: string },
  { documents, monitorResultsTable }: Deps,
): Promise<ResultPage> {
  const monitor = monitorKey(tenant, name);
  const query = new QueryCommand({
    TableName: monitorResultsTable,
    ScanIndexForward: false,
    Limit: limit,
    KeyConditionExpression: 'monitor = :monitor',
    ExpressionAttributeValues: { ':monitor': monitor },
    ...(after && { ExclusiveStartKey: { monitor, result: after } }),
  });
  const { Items = [], LastEvaluatedKey } = await documents.send(query);
  const results = Items.map(({ content }) => monitorResultSchema.parse(JSON.parse(String(content))));
  return { results, ...(LastEvaluatedKey && { next: String(LastEvaluatedKey.result) }) };
}
