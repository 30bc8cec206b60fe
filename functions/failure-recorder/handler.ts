import type { Context } from 'aws-lambda';
import type { Done } from '../../contracts/caller.ts';
import { portsFromEnvironment } from '../caller/ports-from-environment.ts';
import { logger } from '../shared/powertools.ts';
import { recordFailure } from './record-failure.ts';

export const handler = (event: unknown, context: Context): Promise<Done> => {
  logger.addContext(context);
  return recordFailure(event, portsFromEnvironment());
};
