import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { LogGroup, LogGroups } from '../log-groups.ts';
import { groupArn, groupNameOf, parseInput, streamResource } from '../request.ts';

const schema = z.object({
  logStreamNamePrefix: z.string().optional(),
  orderBy: z.enum(['LogStreamName', 'LastEventTime']).optional(),
  descending: z.boolean().optional(),
  limit: z.number().int().min(1).max(50).optional(),
  nextToken: z.string().optional(),
});

interface Input {
  readonly logGroupName?: unknown;
  readonly logGroupIdentifier?: unknown;
}

interface Stream {
  readonly logStreamName: string;
  readonly creationTime: number;
  firstEventTimestamp?: number;
  lastEventTimestamp?: number;
  lastIngestionTime?: number;
}

export const describeLogStreams = (groups: LogGroups): Operation<Input> => ({
  permissions: (input) => [
    { action: 'logs:DescribeLogStreams', resource: streamResource(groups.context, groupNameOf(input)) },
  ],
  async run(input) {
    const given = parseInput(schema, input);
    if (given.orderBy === 'LastEventTime' && given.logStreamNamePrefix !== undefined) {
      const message = 'Cannot order by LastEventTime with a logStreamNamePrefix.';
      throw new AwsError('InvalidParameterException', message);
    }
    const group = groups.named(groupNameOf(input) ?? '');
    const streams = (await streamsOf(groups, group))
      .filter(({ logStreamName }) => logStreamName.startsWith(given.logStreamNamePrefix ?? ''))
      .sort(given.orderBy === 'LastEventTime' ? byLastEvent : byName);
    if (given.descending) streams.reverse();
    const { items, next } = pageOf(streams, {
      size: given.limit ?? 50,
      token: given.nextToken,
      refusal: () => new AwsError('InvalidParameterException', 'The specified nextToken is invalid.'),
    });
    return {
      logStreams: items.map((stream) => ({
        ...stream,
        arn: `${groupArn(groups.context, group.name)}:log-stream:${stream.logStreamName}`,
        storedBytes: 0,
      })),
      nextToken: next,
    };
  },
});

async function streamsOf(groups: LogGroups, group: LogGroup): Promise<Stream[]> {
  const streams = new Map<string, Stream>();
  for (const [logStreamName, creationTime] of Object.entries(group.streams)) {
    streams.set(logStreamName, { logStreamName, creationTime });
  }
  for await (const { event } of groups.read(group)) {
    const { logStreamName, timestamp, ingestionTime } = event;
    const stream = streams.get(logStreamName) ?? { logStreamName, creationTime: ingestionTime };
    stream.firstEventTimestamp = Math.min(stream.firstEventTimestamp ?? timestamp, timestamp);
    stream.lastEventTimestamp = Math.max(stream.lastEventTimestamp ?? timestamp, timestamp);
    stream.lastIngestionTime = ingestionTime;
    streams.set(logStreamName, stream);
  }
  return [...streams.values()];
}

const byName = (a: Stream, b: Stream): number => (a.logStreamName < b.logStreamName ? -1 : 1);
const byLastEvent = (a: Stream, b: Stream): number => (a.lastEventTimestamp ?? 0) - (b.lastEventTimestamp ?? 0);
