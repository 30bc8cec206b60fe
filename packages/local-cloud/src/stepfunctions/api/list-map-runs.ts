import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { pageOf } from '../paging.ts';
import type { Runner } from '../runner.ts';
import { findExecution } from './find-execution.ts';
import { arn, maxResults, nextToken } from './schemas.ts';

const schema = z.object({ executionArn: arn, maxResults, nextToken });

export function listMapRuns(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:ListMapRuns', resource: String(executionArn) }],
    async run(raw) {
      const input = parseInput(schema, raw);
      await findExecution(runner, input.executionArn);
      const all = await runner.mapRuns.list(input.executionArn);
      const { items, nextToken: next } = pageOf(all, input.maxResults, input.nextToken);
      return { mapRuns: items, nextToken: next };
    },
  };
}
