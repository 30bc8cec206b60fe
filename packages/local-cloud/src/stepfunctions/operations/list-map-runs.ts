import { z } from 'zod';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { findExecution } from '../find-execution.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ executionArn: arn, maxResults, nextToken });

export function listMapRuns(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:ListMapRuns', resource: String(executionArn) }],
    async run(raw) {
      const input = parseInput(schema, raw);
      await findExecution(runner, input.executionArn);
      const all = await runner.mapRuns.list(input.executionArn);
      const { items, next } = pageOf(all, onePage(input));
      return { mapRuns: items, nextToken: next };
    },
  };
}
