import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ activityArn: arn, workerName: z.string().min(1).max(80).optional() });

/** Waits up to a minute for a task; an answer without a token says there was none. */
export function getActivityTask(runner: Runner): Operation<{ activityArn?: string }> {
  return {
    permissions: ({ activityArn }) => [{ action: 'states:GetActivityTask', resource: String(activityArn) }],
    async run(raw) {
      const { activityArn, workerName } = parseInput(schema, raw);
      const { arn: known } = runner.activities.get(activityArn);
      return (await runner.activityQueue.take(known, workerName)) ?? {};
    },
  };
}
