import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { parseInput } from '../parse-input.ts';
import type { Operation } from '../service.ts';
import type { LogGroups } from './log-groups.ts';
import { groupArn, inputErrors, streamResource } from './names.ts';

const schema = z.object({
  logGroupNamePrefix: z.string().optional(),
  logGroupNamePattern: z.string().optional(),
  limit: z.number().int().min(1).max(50).optional(),
  nextToken: z.string().optional(),
});

export const describeLogGroups = (groups: LogGroups): Operation<unknown> => ({
  permissions: () => [{ action: 'logs:DescribeLogGroups', resource: streamResource(groups.context, '') }],
  async run(input) {
    const { logGroupNamePrefix, logGroupNamePattern, limit = 50, nextToken } = parseInput(schema, input, inputErrors);
    if (logGroupNamePrefix !== undefined && logGroupNamePattern !== undefined) {
      const message = 'LogGroup name prefix and LogGroup name pattern are mutually exclusive parameters.';
      throw new AwsError('InvalidParameterException', message);
    }
    const pattern = logGroupNamePattern?.toLowerCase();
    const matching = groups
      .all()
      .filter(({ name }) => name.startsWith(logGroupNamePrefix ?? ''))
      .filter(({ name }) => pattern === undefined || name.toLowerCase().includes(pattern))
      .filter(({ name }) => nextToken === undefined || name > nextToken);
    const page = matching.slice(0, limit);
    return {
      logGroups: page.map((group) => ({
        logGroupName: group.name,
        creationTime: group.creationTime,
        retentionInDays: group.retentionInDays,
        metricFilterCount: 0,
        arn: `${groupArn(groups.context, group.name)}:*`,
        logGroupArn: groupArn(groups.context, group.name),
        logGroupClass: 'STANDARD',
        storedBytes: groups.storedBytes(group.name),
      })),
      ...(matching.length > page.length && { nextToken: page.at(-1)?.name }),
    };
  },
});
