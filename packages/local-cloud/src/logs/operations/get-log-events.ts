import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { LogEvent } from '../group-files.ts';
import type { LogGroups } from '../log-groups.ts';
import { groupNameOf, logStreamName, parseInput, streamResource } from '../request.ts';

const schema = z.object({
  logStreamName,
  startTime: z.number().int().min(0).optional(),
  endTime: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).max(10_000).optional(),
  startFromHead: z.boolean().optional(),
  nextToken: z
    .string()
    .regex(/^[fb]\/\d+$/, 'The specified nextToken is invalid.')
    .optional(),
});

interface Input {
  readonly logGroupName?: unknown;
  readonly logGroupIdentifier?: unknown;
  readonly logStreamName?: unknown;
}

/** A page of one stream. A token is a direction and a place; at an end, the token that was sent comes back. */
export const getLogEvents = (groups: LogGroups): Operation<Input> => ({
  permissions: (input) => [
    { action: 'logs:GetLogEvents', resource: streamResource(groups.context, groupNameOf(input), input.logStreamName) },
  ],
  async run(input) {
    const given = parseInput(schema, input);
    const group = groups.named(groupNameOf(input) ?? '');
    const events: LogEvent[] = [];
    let known = Object.hasOwn(group.streams, given.logStreamName);
    for await (const { event } of groups.read(group)) {
      if (event.logStreamName !== given.logStreamName) continue;
      known = true;
      if (event.timestamp < (given.startTime ?? 0)) continue;
      if (event.timestamp >= (given.endTime ?? Number.POSITIVE_INFINITY)) continue;
      events.push(event);
    }
    if (!known) throw new AwsError('ResourceNotFoundException', 'The specified log stream does not exist.');
    events.sort((a, b) => a.timestamp - b.timestamp);

    const limit = given.limit ?? 10_000;
    const { start, end } = pageOf(given.nextToken, given.startFromHead ?? false, limit, events.length);
    return {
      events: events
        .slice(start, end)
        .map(({ timestamp, message, ingestionTime }) => ({ timestamp, message, ingestionTime })),
      nextForwardToken: `f/${end}`,
      nextBackwardToken: `b/${start}`,
    };
  },
});

/** `f/N` asks for what follows the first N events, `b/N` for what comes before the event N. */
function pageOf(token: string | undefined, fromHead: boolean, limit: number, count: number) {
  const forward = token ? token.startsWith('f') : fromHead;
  const place = Math.min(token ? Number(token.slice(2)) : forward ? 0 : count, count);
  return forward
    ? { start: place, end: Math.min(place + limit, count) }
    : { start: Math.max(place - limit, 0), end: place };
}
