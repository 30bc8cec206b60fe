import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ activityArn: arn });

export function describeActivity(runner: Runner): Operation<{ activityArn?: string }> {
  return {
    permissions: ({ activityArn }) => [{ action: 'states:DescribeActivity', resource: String(activityArn) }],
    async run(raw) {
      const record = runner.activities.get(parseInput(schema, raw).activityArn);
      return {
        activityArn: record.arn,
        name: record.name,
        creationDate: new Date(record.creationDate),
        encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
      };
    },
  };
}
