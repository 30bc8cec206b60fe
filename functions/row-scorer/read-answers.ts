import type { S3Client } from '@aws-sdk/client-s3';
import { type ReadAnswer, readAnswerSchema } from '../../core/scoring/score-answer.ts';
import { LineReader } from '../shared/line-reader.ts';
import { partSource, RangeBuffers, rangeBytesOf, type StoredPart } from '../shared/part-source.ts';

/** The rows of one unloaded file. @param from the first that is wanted */
export async function* readAnswers(s3: S3Client, file: StoredPart, from = 0): AsyncGenerator<ReadAnswer> {
  const reader = new LineReader(partSource(s3, file, rangeBytesOf(1), new RangeBuffers()), { anyOrder: true });
  for (let row = 0; reader.step() || (await reader.advance()); row++) {
    if (row < from) continue;
    yield readAnswerSchema.parse(JSON.parse(reader.buffer.toString('utf8', reader.start, reader.end)));
  }
}
