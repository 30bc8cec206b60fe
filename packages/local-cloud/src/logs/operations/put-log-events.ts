import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { logGroupName, logStreamName, parseInput, streamResource } from '../request.ts';

const schema = z.object({
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

interface Input {
  readonly logGroupName?: unknown;
  readonly logStreamName?: unknown;
}

export const putLogEvents = (groups: LogGroups): Operation<Input> => ({
  permissions: (input) => [
    { action: 'logs:PutLogEvents', resource: streamResource(groups.context, input.logGroupName, input.logStreamName) },
  ],
  async run(input) {
    const given = parseInput(schema, input);
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
    for (const { timestamp, message } of given.logEvents) {
      groups.append(group.name, { timestamp, ingestionTime, logStreamName: given.logStreamName, message });
    }
    return { nextSequenceToken: String(ingestionTime) };
  },
});
