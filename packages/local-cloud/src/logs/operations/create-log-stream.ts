import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { logGroupName, logStreamName, parseInput, streamResource } from '../request.ts';

const schema = z.object({ logGroupName, logStreamName });

interface Input {
  readonly logGroupName?: unknown;
  readonly logStreamName?: unknown;
}

export const createLogStream = (groups: LogGroups): Operation<Input> => ({
  permissions: (input) => [
    {
      action: 'logs:CreateLogStream',
      resource: streamResource(groups.context, input.logGroupName, input.logStreamName),
    },
  ],
  async run(input) {
    const { logGroupName: name, logStreamName: stream } = parseInput(schema, input);
    const group = groups.named(name);
    if (Object.hasOwn(group.streams, stream)) {
      throw new AwsError('ResourceAlreadyExistsException', 'The specified log stream already exists');
    }
    groups.save({ ...group, streams: { ...group.streams, [stream]: Date.now() } });
    return {};
  },
});
