import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRICS_NAMESPACE } from '../../contracts/metrics.ts';

export const logger = new Logger();

/** Dimensions stay few, because each combination is a metric on the bill; ids are searchable fields instead. */
export const metrics = new Metrics({ namespace: METRICS_NAMESPACE });
metrics.clearDefaultDimensions();
metrics.setDefaultDimensions({ stage: process.env.STAGE ?? 'local' });
