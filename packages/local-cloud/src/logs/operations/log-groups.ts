import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageAfter } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { groupArn, logGroupName, parseInput, streamResource } from '../request.ts';

const createLogGroupSchema = z.object({ logGroupName });

export const createLogGroup = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:CreateLogGroup', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name } = parseInput(createLogGroupSchema, input);
    if (groups.find(name)) {
      throw new AwsError('ResourceAlreadyExistsException', 'The specified log group already exists');
    }
    groups.save({ name, creationTime: Date.now(), streams: {} });
    return {};
  },
});

const describeLogGroupsSchema = z.object({
  logGroupNamePrefix: z.string().optional(),
  logGroupNamePattern: z.string().optional(),
  limit: z.number().int().min(1).max(50).optional(),
  nextToken: z.string().optional(),
});

export const describeLogGroups = (groups: LogGroups): Operation<unknown> => ({
  permissions: () => [{ action: 'logs:DescribeLogGroups', resource: streamResource(groups.context, '') }],
  async run(input) {
    const {
      logGroupNamePrefix,
      logGroupNamePattern,
      limit = 50,
      nextToken,
    } = parseInput(describeLogGroupsSchema, input);
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

const putRetentionPolicySchema = z.object({ logGroupName, retentionInDays: z.number().int() });
const ALLOWED_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

export const putRetentionPolicy = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:PutRetentionPolicy', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name, retentionInDays } = parseInput(putRetentionPolicySchema, input);
    const group = groups.named(name);
    if (!ALLOWED_DAYS.includes(retentionInDays)) {
      throw new AwsError(
        'InvalidParameterException',
        `retentionInDays is ${retentionInDays}; it must be one of ${ALLOWED_DAYS.join(', ')}.`,
      );
    }
    groups.save({ ...group, retentionInDays });
    return {};
  },
});

const deleteRetentionPolicySchema = z.object({ logGroupName });

export const deleteRetentionPolicy = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:DeleteRetentionPolicy', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name } = parseInput(deleteRetentionPolicySchema, input);
    const { retentionInDays: _, ...group } = groups.named(name);
    groups.save(group);
    return {};
  },
});

const deleteLogGroupSchema = z.object({ logGroupName });

export const deleteLogGroup = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:DeleteLogGroup', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name } = parseInput(deleteLogGroupSchema, input);
    groups.delete(groups.named(name).name);
    return {};
  },
});
