import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { logGroupName, logStreamName, parseInput, streamResource } from '../request.ts';

const schema = z.object({
  logGroupName,
  logStreamName,
  logEvents: z
    .array(z.object({ timestamp: z.number().int().min(0), message: z.string().min(1) }))
    .min(1)
    .max(10_000),
});
/** "The maximum batch size is 1,048,576 bytes … the sum of all event messages in UTF-8, plus 26 bytes for each." */
const LARGEST_BATCH = 1_048_576;
const EVENT_OVERHEAD = 26;

/** "None of the log events can be more than 2 hours in the future … older than 14 days", or than the group keeps them. */
const NEWEST_MS = 2 * 3600 * 1000;
const OLDEST_DAYS = 14;
const DAY_MS = 24 * 3600 * 1000;

interface Timed {
  readonly timestamp: number;
}

/** Events come in the order of time, so those that are refused lie at the two ends. */
function inTime<Event extends Timed>(events: readonly Event[], now: number, retentionInDays: number | undefined) {
  const isOlder = (days: number) => events.filter(({ timestamp }) => timestamp < now - days * DAY_MS).length;
  const tooOld = isOlder(OLDEST_DAYS);
  const expired = retentionInDays === undefined ? 0 : isOlder(retentionInDays);
  const tooNew = events.filter(({ timestamp }) => timestamp > now + NEWEST_MS).length;
  const accepted = events.slice(Math.max(tooOld, expired), events.length - tooNew);
  if (accepted.length === events.length) return { accepted };
  return {
    accepted,
    rejected: {
      ...(tooOld > 0 && { tooOldLogEventEndIndex: tooOld }),
      ...(expired > 0 && { expiredLogEventEndIndex: expired }),
      ...(tooNew > 0 && { tooNewLogEventStartIndex: events.length - tooNew }),
    },
  };
}

interface Input {
  readonly logGroupName?: unknown;
  readonly logStreamName?: unknown;
}

export const putLogEvents = (groups: LogGroups): Operation<Input> => ({
  permissions: (input) => [
    { action: 'logs:PutLogEvents', resource: streamResource(groups.context, input.logGroupName, input.logStreamName) },
  ],
  async run(input) {
    const given = parseInput(schema, input);
    const group = groups.named(given.logGroupName);
    if (!Object.hasOwn(group.streams, given.logStreamName)) {
      throw new AwsError('ResourceNotFoundException', 'The specified log stream does not exist.');
    }
    const size = given.logEvents.reduce((sum, { message }) => sum + Buffer.byteLength(message) + EVENT_OVERHEAD, 0);
    if (size > LARGEST_BATCH) {
      throw new AwsError(
        'InvalidParameterException',
        `Upload too large: ${size} bytes exceeds limit of ${LARGEST_BATCH}`,
      );
    }
    const ordered = given.logEvents.every((event, index, all) => event.timestamp >= (all[index - 1]?.timestamp ?? 0));
    if (!ordered) {
      const message = 'Log events in a single PutLogEvents request must be in chronological order.';
      throw new AwsError('InvalidParameterException', message);
    }
    const ingestionTime = Date.now();
    const { accepted, rejected } = inTime(given.logEvents, ingestionTime, group.retentionInDays);
    for (const { timestamp, message } of accepted) {
      groups.append(group.name, { timestamp, ingestionTime, logStreamName: given.logStreamName, message });
    }
    return { nextSequenceToken: String(ingestionTime), ...(rejected && { rejectedLogEventsInfo: rejected }) };
  },
});
