import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { parseFilterPattern } from '../filter-pattern.ts';
import type { Position } from '../group-files.ts';
import type { LogGroups } from '../log-groups.ts';
import { groupNameOf, parseInput, streamResource } from '../request.ts';

const schema = z.object({
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

interface Input {
  readonly logGroupName?: unknown;
  readonly logGroupIdentifier?: unknown;
}

/** The events of a group that match, over all its streams. */
export const filterLogEvents = (groups: LogGroups): Operation<Input> => ({
  permissions: (input) => [
    { action: 'logs:FilterLogEvents', resource: streamResource(groups.context, groupNameOf(input)) },
  ],
  async run(input) {
    const given = parseInput(schema, input);
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
