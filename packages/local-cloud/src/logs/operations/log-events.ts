import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { parseFilterPattern } from '../filter-pattern.ts';
import type { Position } from '../group-files.ts';
import type { LogGroups } from '../log-groups.ts';
import { groupNameOf, logGroupName, logStreamName, parseInput, streamResource } from '../request.ts';

const createLogStreamSchema = z.object({ logGroupName, logStreamName });

interface CreateLogStreamInput {
  readonly logGroupName?: unknown;
  readonly logStreamName?: unknown;
}

export const createLogStream = (groups: LogGroups): Operation<CreateLogStreamInput> => ({
  permissions: (input) => [
    {
      action: 'logs:CreateLogStream',
      resource: streamResource(groups.context, input.logGroupName, input.logStreamName),
    },
  ],
  async run(input) {
    const { logGroupName: name, logStreamName: stream } = parseInput(createLogStreamSchema, input);
    const group = groups.named(name);
    if (Object.hasOwn(group.streams, stream)) {
      throw new AwsError('ResourceAlreadyExistsException', 'The specified log stream already exists');
    }
    groups.save({ ...group, streams: { ...group.streams, [stream]: Date.now() } });
    return {};
  },
});

const putLogEventsSchema = z.object({
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

interface PutLogEventsInput {
  readonly logGroupName?: unknown;
  readonly logStreamName?: unknown;
}

export const putLogEvents = (groups: LogGroups): Operation<PutLogEventsInput> => ({
  permissions: (input) => [
    { action: 'logs:PutLogEvents', resource: streamResource(groups.context, input.logGroupName, input.logStreamName) },
  ],
  async run(input) {
    const given = parseInput(putLogEventsSchema, input);
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

const filterLogEventsSchema = z.object({
  logStreamNames: z.array(z.string()).min(1).max(100).optional(),
  logStreamNamePrefix: z.string().min(1).optional(),
  startTime: z.number().int().min(0).optional(),
  endTime: z.number().int().min(0).optional(),
  filterPattern: z.string().max(1024).optional(),
  limit: z.number().int().min(1).max(10_000).optional(),
  nextToken: z
    .string()
    .regex(/^\d+\/\d+$/, 'The specified nextToken is invalid.')
    .optional(),
});
/** "A page is up to 1 MB or 10,000 events." */
const LARGEST_PAGE = 1_048_576;

interface FilterLogEventsInput {
  readonly logGroupName?: unknown;
  readonly logGroupIdentifier?: unknown;
}

/** The events of a group that match, over all its streams. */
export const filterLogEvents = (groups: LogGroups): Operation<FilterLogEventsInput> => ({
  permissions: (input) => [
    { action: 'logs:FilterLogEvents', resource: streamResource(groups.context, groupNameOf(input)) },
  ],
  async run(input) {
    const given = parseInput(filterLogEventsSchema, input);
    const { logStreamNames, logStreamNamePrefix, startTime = 0, endTime = Number.POSITIVE_INFINITY } = given;
    if (logStreamNames && logStreamNamePrefix) {
      const message = 'logStreamNames and logStreamNamePrefix are mutually exclusive parameters.';
      throw new AwsError('InvalidParameterException', message);
    }
    const group = groups.named(groupNameOf(input) ?? '');
    const matches = parseFilterPattern(given.filterPattern ?? '');
    const limit = given.limit ?? 10_000;
    const events: object[] = [];
    let size = 0;
    let next: Position | undefined;
    for await (const { event, position } of groups.read(group, positionOf(given.nextToken))) {
      const { timestamp, logStreamName, message } = event;
      if (timestamp < startTime || timestamp > endTime) continue;
      if (logStreamNames && !logStreamNames.includes(logStreamName)) continue;
      if (logStreamNamePrefix && !logStreamName.startsWith(logStreamNamePrefix)) continue;
      if (!matches(message)) continue;
      size += message.length;
      if (events.length >= limit || (size > LARGEST_PAGE && events.length > 0)) {
        next = position;
        break;
      }
      events.push({
        ...event,
        eventId: `${position.segment}`.padStart(20, '0') + `${position.line}`.padStart(36, '0'),
      });
    }
    return {
      events,
      searchedLogStreams: [],
      ...(next && { nextToken: `${next.segment}/${next.line}` }),
    };
  },
});

function positionOf(token: string | undefined): Position | undefined {
  if (!token) return undefined;
  const [segment = 0, line = 0] = token.split('/').map(Number);
  return { segment, line };
}
