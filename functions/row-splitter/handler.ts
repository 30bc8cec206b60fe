import { S3Client } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import { environment } from '../shared/environment.ts';
import { patient } from '../shared/patient.ts';
import { logger } from '../shared/powertools.ts';
import { captured, traced } from '../shared/tracing.ts';
import type { SplitAnswer } from './batch-writer.ts';
import { type SplitEvent, splitRows } from './split-rows.ts';

const s3 = captured(new S3Client(patient()));

export async function handler(event: SplitEvent, context: Context): Promise<SplitAnswer> {
  logger.addContext(context);
  const { evaluationId } = event;
  const answer = await traced('SplitRows', { evaluationId }, () =>
    splitRows(event, { s3, bucket: environment('DATA_BUCKET') }),
  );
  logger.info('Rows split', { evaluationId, ...answer });
  return answer;
}
