import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ resourceArn: arn });

export function listTagsForResource(runner: Runner): Operation<{ resourceArn?: string }> {
  return {
    permissions: ({ resourceArn }) => [{ action: 'states:ListTagsForResource', resource: String(resourceArn) }],
    async run(raw) {
      const { tags } = runner.stateMachines.get(parseInput(schema, raw).resourceArn);
      return { tags: Object.entries(tags).map(([key, value]) => ({ key, value })) };
    },
  };
}
