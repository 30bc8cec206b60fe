import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { logGroupName, parseInput, streamResource } from '../request.ts';

const schema = z.object({ logGroupName });

export const createLogGroup = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:CreateLogGroup', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name } = parseInput(schema, input);
    if (groups.find(name)) {
      throw new AwsError('ResourceAlreadyExistsException', 'The specified log group already exists');
    }
    groups.save({ name, creationTime: Date.now(), streams: {} });
    return {};
  },
});
