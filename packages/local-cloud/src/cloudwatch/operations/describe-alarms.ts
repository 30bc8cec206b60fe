import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Alarm, Alarms } from '../alarms.ts';
import { asDimensions, parseInput } from '../request.ts';

const schema = z.object({
  AlarmNames: z.array(z.string()).max(100).optional(),
  AlarmNamePrefix: z.string().min(1).max(255).optional(),
  StateValue: z.enum(['OK', 'ALARM', 'INSUFFICIENT_DATA']).optional(),
  MaxRecords: z.coerce.number().int().min(1).max(100).default(50),
  NextToken: z.string().optional(),
});

export const describeAlarms = (alarms: Alarms): Operation<unknown> => ({
  permissions: () => [{ action: 'cloudwatch:DescribeAlarms', resource: '*' }],
  async run(input) {
    const { AlarmNames, AlarmNamePrefix = '', StateValue, MaxRecords, NextToken } = parseInput(schema, input);
    const named = alarms
      .list()
      .filter(({ AlarmName }) => AlarmNames?.includes(AlarmName) ?? AlarmName.startsWith(AlarmNamePrefix));
    const shown = await Promise.all(named.map((alarm) => described(alarm, alarms)));
    const { items, next } = pageOf(
      shown.filter((alarm) => StateValue === undefined || alarm.StateValue === StateValue),
      {
        size: MaxRecords,
        token: NextToken,
        refusal: () => new AwsError('InvalidNextToken', 'The next token specified is invalid.'),
      },
    );
    return { MetricAlarms: items, CompositeAlarms: [], NextToken: next };
  },
});

async function described({ updatedAt, Dimensions, ...alarm }: Alarm, alarms: Alarms) {
  return {
    ...alarm,
    AlarmArn: alarms.arnOf(alarm.AlarmName),
    Dimensions: asDimensions(Dimensions),
    AlarmConfigurationUpdatedTimestamp: new Date(updatedAt),
    StateValue: await alarms.stateOf({ updatedAt, Dimensions, ...alarm }),
  };
}
