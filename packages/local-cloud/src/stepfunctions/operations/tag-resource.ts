import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn, tags } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ resourceArn: arn, tags });
const MOST_TAGS = 50;

export function tagResource(runner: Runner): Operation<{ resourceArn?: string }> {
  return {
    permissions: ({ resourceArn }) => [{ action: 'states:TagResource', resource: String(resourceArn) }],
    async run(raw) {
      const input = parseInput(schema, raw);
      const record = runner.stateMachines.get(input.resourceArn);
      const all = { ...record.tags, ...Object.fromEntries(input.tags.map(({ key, value }) => [key, value])) };
      if (Object.keys(all).length > MOST_TAGS) {
        throw new AwsError('TooManyTags', `${input.resourceArn} would have more than ${MOST_TAGS} tags.`);
      }
      runner.stateMachines.put({ ...record, tags: all });
      return {};
    },
  };
}
