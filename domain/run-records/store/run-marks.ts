import { type DynamoDBDocumentClient, PutCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ownerOf } from '../../../contracts/tenant.ts';
import { indexKeysOf } from '../run-listing.ts';
import { isOver, type RunRecord, runRecordSchema } from '../run-record.ts';
import { stamp } from './pass-items.ts';

/** An index catches up within a second or so; under load it may take longer. */
const RECENT_MS = 60_000;
const MOST_RECENT = 500;
const LOOKED_AT_ONCE = 50;

const statusSchema = runRecordSchema.pick({ status: true });
/** One that was started has the keys of its record in the indexes. */
const recentSchema = z.object({
  run: z.string(),
  tenant_kind: z.string().optional(),
  tenant_target: z.string().optional(),
  tenant_experiment: z.string().optional(),
  listed_at: z.string().optional(),
});

/** A run that was started or changed within the last minute. */
export type RecentRun = z.output<typeof recentSchema>;

/** What the indexes of the table `runs` cannot tell for certain: items in `batch-counts`. No evaluation id has a `#`. */
export interface RunMarks {
  noteStart(record: RunRecord): Promise<void>;
  noteChange(evaluationId: string): Promise<void>;
  /** Those of a tenant, newest first. */
  recent(tenant: string): Promise<RecentRun[]>;
  /** A run is about to read its dataset. */
  noteUse(record: RunRecord): Promise<void>;
  /** Runs that have used the dataset and have not ended. */
  activeOver(
    datasetId: string,
    find: (id: string, part: typeof statusSchema) => Promise<z.output<typeof statusSchema> | undefined>,
  ): Promise<string[]>;
}

export function createRunMarks(documents: DynamoDBDocumentClient, TableName: string): RunMarks {
  const put = async (evaluation_id: string, batch: string, fields: object = {}) => {
    await documents.send(new PutCommand({ TableName, Item: { ...stamp(), ...fields, evaluation_id, batch } }));
  };
  const recentOf = (tenant: string): string => `#recent#${tenant}`;
  const usesOf = (datasetId: string): string => `#uses#${datasetId}`;

  async function noteRecent(evaluationId: string, keys: object): Promise<void> {
    const now = Date.now();
    const expires_at = Math.ceil((now + RECENT_MS) / 1000);
    const at = `${new Date(now).toISOString()}#${evaluationId}`;
    await put(recentOf(ownerOf(evaluationId).tenant), at, { run: evaluationId, ...keys, expires_at });
  }

  return {
    async noteStart(record) {
      const keys = indexKeysOf(record);
      if (Object.keys(keys).length > 0) await noteRecent(record.evaluation_id, keys);
    },
    noteChange: (evaluationId) => noteRecent(evaluationId, {}),

    async recent(tenant) {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: 'evaluation_id = :tenant AND #at >= :since',
          ExpressionAttributeNames: { '#at': 'batch' },
          ExpressionAttributeValues: {
            ':tenant': recentOf(tenant),
            ':since': new Date(Date.now() - RECENT_MS).toISOString(),
          },
          ScanIndexForward: false,
          Limit: MOST_RECENT,
        }),
      );
      return Items.map((item) => recentSchema.parse(item));
    },

    async noteUse({ dataset_id, evaluation_id, finished_at }) {
      if (dataset_id && !finished_at) await put(usesOf(dataset_id), evaluation_id);
    },

    async activeOver(datasetId, find) {
      const active: string[] = [];
      const pages = paginateQuery(
        { client: documents, pageSize: LOOKED_AT_ONCE },
        {
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: 'evaluation_id = :dataset',
          ExpressionAttributeValues: { ':dataset': usesOf(datasetId) },
        },
      );
      for await (const { Items = [] } of pages) {
        const ids = Items.map((item) => String(item.batch));
        const found = await Promise.all(ids.map((id) => find(id, statusSchema)));
        active.push(...ids.filter((_, index) => found[index] && !isOver(found[index].status)));
      }
      return active;
    },
  };
}
