import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageAfter } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { groupArn, parseInput, streamResource } from '../request.ts';

const schema = z.object({
  logGroupNamePrefix: z.string().optional(),
  logGroupNamePattern: z.string().optional(),
  limit: z.number().int().min(1).max(50).optional(),
  nextToken: z.string().optional(),
});

export const describeLogGroups = (groups: LogGroups): Operation<unknown> => ({
  permissions: () => [{ action: 'logs:DescribeLogGroups', resource: streamResource(groups.context, '') }],
  async run(input) {
    const { logGroupNamePrefix, logGroupNamePattern, limit = 50, nextToken } = parseInput(schema, input);
    if (logGroupNamePrefix !== undefined && logGroupNamePattern !== undefined) {
      const message = 'LogGroup name prefix and LogGroup name pattern are mutually exclusive parameters.';
      throw new AwsError('InvalidParameterException', message);
    }
    const pattern = logGroupNamePattern?.toLowerCase();
    const matching = groups
      .all()
      .filter(({ name }) => name.startsWith(logGroupNamePrefix ?? ''))
      .filter(({ name }) => pattern === undefined || name.toLowerCase().includes(pattern));
    const { items, next } = pageAfter(matching, ({ name }) => name, { size: limit, after: nextToken });
    return {
      logGroups: items.map((group) => ({
        logGroupName: group.name,
        creationTime: group.creationTime,
        retentionInDays: group.retentionInDays,
        metricFilterCount: 0,
        arn: `${groupArn(groups.context, group.name)}:*`,
        logGroupArn: groupArn(groups.context, group.name),
        logGroupClass: 'STANDARD',
        storedBytes: groups.storedBytes(group.name),
      })),
      nextToken: next,
    };
  },
});
