import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { METRICS_NAMESPACE } from '../../contracts/metrics.ts';

export const logger = new Logger();

/** Dimensions stay few, because each combination is a metric on the bill; ids are searchable fields instead. */
export const metrics = new Metrics({ namespace: METRICS_NAMESPACE });
metrics.clearDefaultDimensions();
metrics.setDefaultDimensions({ stage: process.env.STAGE ?? 'local' });

/** Traces only where X-Ray is: Lambda sets the daemon's address when tracing is on. */
export const tracer = new Tracer({
  enabled: process.env.AWS_XRAY_DAEMON_ADDRESS !== undefined,
  captureHTTPsRequests: false,
});

/** Ids a subsegment and its log lines are found by. */
type Ids = Readonly<Record<string, string | number>>;

/** Runs `work` in a subsegment that can be found by run and row; so can the log line about its failure. */
export async function traced<T>(name: string, ids: Ids, work: () => Promise<T>): Promise<T> {
  try {
    return await (tracer.isTracingEnabled() ? inSubsegment(name, ids, work) : work());
  } catch (error) {
    logger.error(`${name} failed`, { ...ids, errorName: (error as Error).name });
    throw error;
  }
}

const inSubsegment = <T>(name: string, ids: Ids, work: () => Promise<T>): Promise<T> =>
  tracer.provider.captureAsyncFunc(name, async (subsegment) => {
    try {
      for (const [key, value] of Object.entries(ids)) subsegment?.addAnnotation(key, value);
      return await work();
    } catch (error) {
      subsegment?.addError(error as Error);
      throw error;
    } finally {
      subsegment?.close();
    }
  }) as Promise<T>;
