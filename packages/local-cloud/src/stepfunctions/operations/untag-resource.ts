import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ resourceArn: arn, tagKeys: z.array(z.string()) });

export function untagResource(runner: Runner): Operation<{ resourceArn?: string }> {
  return {
    permissions: ({ resourceArn }) => [{ action: 'states:UntagResource', resource: String(resourceArn) }],
    async run(raw) {
      const { resourceArn, tagKeys } = parseInput(schema, raw);
      const record = runner.stateMachines.get(resourceArn);
      const left = Object.entries(record.tags).filter(([key]) => !tagKeys.includes(key));
      runner.stateMachines.put({ ...record, tags: Object.fromEntries(left) });
      return {};
    },
  };
}
