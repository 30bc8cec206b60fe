import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { findExecution } from '../find-execution.ts';
import { redrivability } from '../redrivability.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ executionArn: arn, clientToken: z.string().min(1).max(64).optional() });

/** Runs an execution that did not succeed again, from the state it failed in, by the definition it was started with. */
export function redriveExecution(runner: Runner): Operation<{ executionArn?: string }> {
  const underWay = new Set<string>();
  return {
    permissions: ({ executionArn }) => [{ action: 'states:RedriveExecution', resource: String(executionArn) }],
    async run(raw) {
      const { executionArn } = parseInput(schema, raw);
      const record = await findExecution(runner, executionArn);
      const { redriveStatus, redriveStatusReason } = redrivability(record);
      if (redriveStatus !== 'REDRIVABLE' || underWay.has(executionArn)) {
        const reason =
          redriveStatusReason ?? 'it belongs to a Map Run and is redriven with the execution that started it';
        throw new AwsError('ExecutionNotRedrivable', `Execution Not Redrivable: '${executionArn}': ${reason}`);
      }
      underWay.add(executionArn);
      try {
        return await runner.redrive(record);
      } finally {
        underWay.delete(executionArn);
      }
    },
  };
}
