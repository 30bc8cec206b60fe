import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { mapRunPlace } from '../arns.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ mapRunArn: arn });

export function describeMapRun(runner: Runner): Operation<{ mapRunArn?: string }> {
  return {
    permissions: ({ mapRunArn }) => [{ action: 'states:DescribeMapRun', resource: String(mapRunArn) }],
    async run(raw) {
      const { mapRunArn } = parseInput(schema, raw);
      mapRunPlace(mapRunArn);
      return runner.mapRuns.describe(mapRunArn);
    },
  };
}
