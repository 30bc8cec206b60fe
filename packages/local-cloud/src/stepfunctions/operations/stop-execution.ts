import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { findExecution } from '../find-execution.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
  executionArn: arn,
  error: z.string().max(256).optional(),
  cause: z.string().max(32_768).optional(),
});

export function stopExecution(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:StopExecution', resource: String(executionArn) }],
    async run(raw) {
      const { executionArn, error, cause } = parseInput(schema, raw);
      const { end } = await findExecution(runner, executionArn);
      // Stopping what has ended is no error: the date is that of its end.
      if (end) return { stopDate: new Date(end.stopDate) };
      const stopDate = new Date();
      runner.stop(executionArn, error, cause);
      return { stopDate };
    },
  };
}
