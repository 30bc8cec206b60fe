import type { Tracer } from '@aws-lambda-powertools/tracer';
import { logger } from './powertools.ts';

/**
 * Lambda sets the daemon's address where tracing is on. Elsewhere X-Ray's SDK is not even loaded: from then on it follows
 * every promise of the process, which costs each of them.
 */
const tracer = process.env.AWS_XRAY_DAEMON_ADDRESS === undefined ? undefined : loadTracer();

async function loadTracer(): Promise<Tracer> {
  const { Tracer } = await import('@aws-lambda-powertools/tracer');
  return new Tracer({ captureHTTPsRequests: false });
}

/** The client, with a subsegment for each of its calls where tracing is on. */
export function captured<Client>(client: Client): Client {
  void tracer?.then((one) => one.captureAWSv3Client(client));
  return client;
}

/** Ids a subsegment and its log lines are found by. */
type Ids = Readonly<Record<string, string | number>>;

/** Runs `work` in a subsegment that can be found by run and row; so can the log line about its failure. */
export async function traced<T>(name: string, ids: Ids, work: () => Promise<T>): Promise<T> {
  try {
    return await (tracer ? inSubsegment(await tracer, name, ids, work) : work());
  } catch (error) {
    logger.error(`${name} failed`, { ...ids, errorName: (error as Error).name });
    throw error;
  }
}

const inSubsegment = <T>({ provider }: Tracer, name: string, ids: Ids, work: () => Promise<T>): Promise<T> =>
  provider.captureAsyncFunc(name, async (subsegment) => {
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
