import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { logGroupName, parseInput, streamResource } from '../request.ts';

const schema = z.object({ logGroupName, retentionInDays: z.number().int() });
const ALLOWED_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

export const putRetentionPolicy = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:PutRetentionPolicy', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name, retentionInDays } = parseInput(schema, input);
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
