import type { Context } from 'aws-lambda';
import { deleteRun } from '../../client/runs/delete-run.ts';
import { connectInstallation } from '../shared/connect-installation.ts';
import { logger } from '../shared/powertools.ts';

/** Deletes a run that the API has marked as deleted. Asked again, it goes on from where it was cut short. */
export async function handler({ evaluationId }: { readonly evaluationId: string }, context: Context): Promise<void> {
  logger.addContext(context);
  await deleteRun(evaluationId, connectInstallation());
  logger.info('Run deleted', { evaluationId });
}
