import type { Context } from 'aws-lambda';
import { importerEventSchema } from '../../contracts/importer.ts';
import { connectInstallation } from '../shared/connect-installation.ts';
import { logger } from '../shared/powertools.ts';
import { workOnDataset } from './work-on-dataset.ts';

/** Previews, imports and deletes datasets, which takes longer than a request may. */
export async function handler(event: unknown, context: Context): Promise<void> {
  logger.addContext(context);
  const work = importerEventSchema.parse(event);
  const { status, error } = await workOnDataset(work, connectInstallation());
  const { action, importId, tenant } = work;
  logger.info('Dataset worked on', { action, importId, tenant, status, ...(error && { errorName: error.code }) });
}
