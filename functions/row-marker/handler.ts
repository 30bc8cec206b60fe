import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { applyMark } from '../../client/scoring/mark-row.ts';
import { evaluationIdSchema } from '../../contracts/ids.ts';
import { scoreSchema } from '../../contracts/score.ts';
import { connectInstallation } from '../shared/connect-installation.ts';
import { logger } from '../shared/powertools.ts';

const eventSchema = z.object({
  evaluationId: evaluationIdSchema,
  row: z.int(),
  human: scoreSchema,
  trial: z.int().optional(),
  variant: z.string().optional(),
});

/** Puts a person's verdict, which the API has noted, into the results table. Done again, it changes nothing. */
export async function handler(event: unknown, context: Context): Promise<void> {
  logger.addContext(context);
  const { evaluationId, row, human, ...answer } = eventSchema.parse(event);
  await applyMark(evaluationId, row, human, connectInstallation(), answer);
  logger.info('Row marked', { evaluationId });
}
