import { SFNClient } from '@aws-sdk/client-sfn';
import type { Context } from 'aws-lambda';
import { isAwaited } from '../../contracts/caller.ts';
import { sweepAgent } from '../agent-caller/sweep-agent.ts';
import { s3 } from '../caller/clients.ts';
import { portsFromEnvironment } from '../caller/ports-from-environment.ts';
import { environment } from '../shared/environment.ts';
import { patient } from '../shared/patient.ts';
import { logger } from '../shared/powertools.ts';
import { captured } from '../shared/tracing.ts';
import { readBatches } from './read-batches.ts';
import { sweepBatch } from './sweep-batch.ts';
import { sweepRows } from './sweep-rows.ts';
import type { Swept } from './swept.ts';

const sfn = captured(new SFNClient(patient()));

export const handler = (event: unknown, context: Context): Promise<Swept> => {
  logger.addContext(context);
  const ports = portsFromEnvironment();
  return sweepRows(event, {
    counts: ports.counts,
    batches: (key) => readBatches(s3, environment('DATA_BUCKET'), key),
    sweep: ({ run, ...batch }, earlier) =>
      isAwaited(run) ? sweepAgent({ ...batch, run }, sfn, ports) : sweepBatch({ ...batch, run }, ports, earlier),
    remainingMs: () => context.getRemainingTimeInMillis(),
  });
};
