import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { activityName } from '../arns.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ activityArn: arn });

/** Deleting what is not there is no error. */
export function deleteActivity(runner: Runner): Operation<{ activityArn?: string }> {
  return {
    permissions: ({ activityArn }) => [{ action: 'states:DeleteActivity', resource: String(activityArn) }],
    async run(raw) {
      runner.activities.delete(activityName(parseInput(schema, raw).activityArn));
      return {};
    },
  };
}
