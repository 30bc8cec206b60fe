import type { WaitState } from '../definition/definition.ts';
import { sleep } from './cancel.ts';
import { wholeNumber } from './number-field.ts';
import { parseTimestamp } from './timestamp.ts';
import type { Outcome, Visit } from './visit.ts';

/** Waits so many seconds, or until a time. */
export async function runWait(visit: Visit<WaitState>): Promise<Outcome> {
  const until = await endOfWait(visit);
  await sleep(until - Date.now(), visit.scope.signal);
  return { ...(await visit.language.finish(visit)), next: visit.state.Next };
}

const LONGEST_WAIT = 99_999_999;

async function endOfWait(visit: Visit<WaitState>): Promise<number> {
  const { Seconds, Timestamp } = visit.state;
  if (Seconds !== undefined) {
    return Date.now() + (await wholeNumber(visit, Seconds, 'Seconds', 0, LONGEST_WAIT)) * 1000;
  }
  const value = await visit.language.evaluate(visit, Timestamp, 'Timestamp');
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  if (time === undefined) {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    throw visit.evaluationFailure(
      'Timestamp',
      `The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: ${shown}`,
    );
  }
  return time;
}
