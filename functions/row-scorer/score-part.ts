import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { ScoredRow } from '../../contracts/scoring.ts';
import { scoresKey, shardOf } from '../../contracts/storage-keys.ts';
import type { ReadAnswer } from '../../core/scoring/score-answer.ts';
import type { StoredPart } from '../shared/part-source.ts';
import type { ScorerDependencies } from './dependencies.ts';
import { readAnswers } from './read-answers.ts';

/** Rows that are written together. */
const GROUP_ROWS = 5_000;

interface Part {
  readonly evaluationId: string;
  readonly scoringId: string;
  readonly part: number;
  /** Rows before this one are scored. */
  readonly from: number;
  readonly file: StoredPart;
}

/**
 * Scores the rows of one unloaded file, a group at a time. A group has the same name whenever it is written, so that a
 * repeated invocation doubles nothing. Gives the row to go on with when time runs out.
 */
export async function scorePart(
  { evaluationId, scoringId, part, from, file }: Part,
  score: (row: ReadAnswer) => Promise<ScoredRow>,
  isLate: () => boolean,
  { s3, bucket }: ScorerDependencies,
): Promise<number | undefined> {
  const shards = new Map<number, string[]>();
  const write = async (first: number) => {
    await Promise.all(
      [...shards].map(([shard, lines]) =>
        s3.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: scoresKey(evaluationId, scoringId, shard, part, first),
            Body: `${lines.join('\n')}\n`,
            ContentType: 'application/x-ndjson',
          }),
        ),
      ),
    );
    shards.clear();
  };
  let group = from;
  let row = from;
  for await (const read of readAnswers(s3, file, from)) {
    if (row === group + GROUP_ROWS) {
      await write(group);
      group = row;
      if (isLate()) return row;
    }
    const shard = shardOf(read.row_index);
    const lines = shards.get(shard) ?? [];
    shards.set(shard, lines);
    lines.push(JSON.stringify(await score(read)));
    row += 1;
  }
  await write(group);
  return undefined;
}
