import { RollcallError } from '../../../contracts/errors.ts';
import type { JobState } from '../../../contracts/job-record.ts';
import { cutText } from '../../../core/cut-text.ts';
import { refusalOf } from '../exchange.ts';
import { bodyOf, isOk, type JobRequests } from './job-requests.ts';

/** Of what a job says it failed with; each of its rows repeats it. */
const MOST_SAID = 2_000;

/** How a job stands, as far as its API says. */
export interface JobStatus {
  readonly isDone: boolean;
  readonly isExpired: boolean;
  /** What rows without a result failed with. */
  readonly failed?: string;
  readonly finished?: number;
  /** The API's whole answer. */
  readonly body: unknown;
}

/** The status, or why it cannot be read. Throws what looking again would not mend. */
export async function lookAtJob(
  requests: JobRequests,
  state: JobState,
): Promise<JobStatus | { readonly problem: string }> {
  const { status } = requests.job;
  const values = requests.values(state);
  const url = requests.url(status.url, values);
  if (url === undefined) return { problem: `its address ${status.url} names something that is not known` };
  const exchanged = await requests.send({ url, httpMethod: 'GET' });
  if ('error' in exchanged) return { problem: exchanged.error.message };
  const { response } = exchanged;
  if (!isOk(response)) return { problem: refusalOf(response).error.message };
  const body = bodyOf(response);
  const say = (expression: string | undefined) =>
    expression === undefined ? undefined : requests.evaluate(expression, { ...values, body });
  try {
    const [done, failed, expired, finished] = await Promise.all([
      say(status.done),
      say(status.failed),
      say(status.expired),
      say(status.finished),
    ]);
    return {
      isDone: done === true,
      isExpired: expired === true,
      ...(typeof failed === 'string' && failed !== '' && { failed: cutText(failed, MOST_SAID) }),
      ...(typeof finished === 'number' && { finished }),
      body,
    };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Tells the API to stop a job. False when it has no way to, cannot be told, or did not hear. */
export async function cancelJob(requests: JobRequests, state: JobState): Promise<boolean> {
  const { cancel } = requests.job;
  const values = requests.values(state);
  try {
    const url = cancel && requests.url(cancel.url, values);
    if (url === undefined || !cancel) return false;
    const body = cancel.body === undefined ? {} : await requests.jsonBody(cancel.body, values);
    const exchanged = await requests.send({ url, httpMethod: cancel.httpMethod, body });
    return !('error' in exchanged) && isOk(exchanged.response);
  } catch (error) {
    if (error instanceof RollcallError) return false;
    throw error;
  }
}
