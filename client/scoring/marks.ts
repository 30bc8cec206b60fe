import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { IndexRow } from '../../contracts/api/rows.ts';
import { type Score, scoreSchema } from '../../contracts/score.ts';
import { listOfPass, stamp } from '../../domain/run-records/store/pass-items.ts';
import type { Installation } from '../connect/installation.ts';

/** No pass has a key that begins like this. */
const PREFIX = 'mark#';

/** Marks of rows with a single answer have neither trial nor variant. */
const markSchema = z.object({
  row: z.number(),
  trial: z.number().default(0),
  variant: z.string().default(''),
  score: scoreSchema,
});

/** A row's answer: that of one of its trials, and of one of several models. */
export type MarkedAnswer = Pick<IndexRow, 'rowIndex' | 'trial' | 'variant'>;

export const nameOfAnswer = ({ rowIndex, trial, variant }: MarkedAnswer): string =>
  `${String(rowIndex).padStart(8, '0')}${trial || variant ? `#${trial}#${variant}` : ''}`;

type Marked = Pick<Installation, 'clients' | 'outputs'>;

/** Keeps what a person said of an answer where readers of rows see it at once; the results table follows. */
export async function noteMark(
  evaluationId: string,
  answer: MarkedAnswer,
  score: Score,
  { clients, outputs }: Marked,
): Promise<void> {
  const { rowIndex: row, trial, variant } = answer;
  const key = { evaluation_id: evaluationId, batch: `${PREFIX}${nameOfAnswer(answer)}` };
  const Item = { ...key, row, trial, variant, score, ...stamp() };
  await clients.documents.send(new PutCommand({ TableName: outputs.BatchCountsTableName, Item }));
}

export const isMarked = async (documents: DynamoDBDocumentClient, countsTable: string, evaluationId: string) =>
  (await listOfPass(documents, countsTable, evaluationId, PREFIX)).length > 0;

/** What people have said of answers of a run, by their names. */
export async function listMarks(evaluationId: string, { clients, outputs }: Marked): Promise<Map<string, Score>> {
  const items = await listOfPass(clients.documents, outputs.BatchCountsTableName, evaluationId, PREFIX);
  return new Map(
    items
      .map((item) => markSchema.parse(item))
      .map(({ row: rowIndex, score, ...answer }) => [nameOfAnswer({ rowIndex, ...answer }), score]),
  );
}
