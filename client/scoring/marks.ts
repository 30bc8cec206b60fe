import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Score, scoreSchema } from '../../contracts/score.ts';
import type { Installation } from '../connect/installation.ts';
import { listOfPass, stamp } from '../run-records/pass-items.ts';

/** No pass has a key that begins like this. */
const PREFIX = 'mark#';

const markSchema = z.object({ row: z.number(), score: scoreSchema });

type Marked = Pick<Installation, 'clients' | 'outputs'>;

/** Keeps what a person said of a row where readers of rows see it at once; the results table follows. */
export async function noteMark(
  evaluationId: string,
  row: number,
  score: Score,
  { clients, outputs }: Marked,
): Promise<void> {
  const key = { evaluation_id: evaluationId, batch: `${PREFIX}${String(row).padStart(8, '0')}` };
  const Item = { ...key, row, score, ...stamp() };
  await clients.documents.send(new PutCommand({ TableName: outputs.BatchCountsTableName, Item }));
}

/** What people have said of rows of a run, by row. */
export async function listMarks(evaluationId: string, { clients, outputs }: Marked): Promise<Map<number, Score>> {
  const items = await listOfPass(clients.documents, outputs.BatchCountsTableName, evaluationId, PREFIX);
  return new Map(items.map((item) => markSchema.parse(item)).map(({ row, score }) => [row, score]));
}
