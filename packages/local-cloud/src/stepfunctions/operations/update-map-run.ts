import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { mapRunPlace } from '../arns.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
  mapRunArn: arn,
  maxConcurrency: z.number().int().min(0).optional(),
  toleratedFailureCount: z.number().int().min(0).optional(),
  toleratedFailurePercentage: z.number().min(0).max(100).optional(),
});

export function updateMapRun(runner: Runner): Operation<{ mapRunArn?: string }> {
  return {
    permissions: ({ mapRunArn }) => [{ action: 'states:UpdateMapRun', resource: String(mapRunArn) }],
    async run(raw) {
      const { mapRunArn, ...changes } = parseInput(schema, raw);
      mapRunPlace(mapRunArn);
      await runner.mapRuns.update(mapRunArn, changes);
      return {};
    },
  };
}
