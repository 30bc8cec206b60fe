import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { Tracer } from '@aws-lambda-powertools/tracer';

export const logger = new Logger();

/** Dimensions stay few, because each combination is a metric on the bill; ids are searchable fields instead. */
export const metrics = new Metrics({ namespace: 'Rollcall' });
metrics.clearDefaultDimensions();
metrics.setDefaultDimensions({ stage: process.env.STAGE ?? 'local' });

/** Traces only where X-Ray is: Lambda sets the daemon's address when tracing is on. */
export const tracer = new Tracer({
  enabled: process.env.AWS_XRAY_DAEMON_ADDRESS !== undefined,
  captureHTTPsRequests: false,
});

/** Runs `work` in a subsegment that can be found by run and row. */
export async function traced<T>(name: string, annotations: Record<string, string>, work: () => Promise<T>): Promise<T> {
  if (!tracer.isTracingEnabled()) return work();
  return tracer.provider.captureAsyncFunc(name, async (subsegment) => {
    try {
      for (const [key, value] of Object.entries(annotations)) subsegment?.addAnnotation(key, value);
      return await work();
    } catch (error) {
      subsegment?.addError(error as Error);
      throw error;
    } finally {
      subsegment?.close();
    }
  }) as Promise<T>;
}
