import { z } from 'zod';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { mapRunPlace } from '../arns.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';
import { findExecution } from './executions.ts';

const listMapRunsSchema = z.object({ executionArn: arn, maxResults, nextToken });

export function listMapRuns(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:ListMapRuns', resource: String(executionArn) }],
    async run(raw) {
      const input = parseInput(listMapRunsSchema, raw);
      await findExecution(runner, input.executionArn);
      const all = await runner.mapRuns.list(input.executionArn);
      const { items, next } = pageOf(all, onePage(input));
      return { mapRuns: items, nextToken: next };
    },
  };
}

const describeMapRunSchema = z.object({ mapRunArn: arn });

export function describeMapRun(runner: Runner): Operation<{ mapRunArn?: string }> {
  return {
    permissions: ({ mapRunArn }) => [{ action: 'states:DescribeMapRun', resource: String(mapRunArn) }],
    async run(raw) {
      const { mapRunArn } = parseInput(describeMapRunSchema, raw);
      mapRunPlace(mapRunArn);
      return runner.mapRuns.describe(mapRunArn);
    },
  };
}

const updateMapRunSchema = z.object({
  mapRunArn: arn,
  maxConcurrency: z.number().int().min(0).optional(),
  toleratedFailureCount: z.number().int().min(0).optional(),
  toleratedFailurePercentage: z.number().min(0).max(100).optional(),
});

export function updateMapRun(runner: Runner): Operation<{ mapRunArn?: string }> {
  return {
    permissions: ({ mapRunArn }) => [{ action: 'states:UpdateMapRun', resource: String(mapRunArn) }],
    async run(raw) {
      const { mapRunArn, ...changes } = parseInput(updateMapRunSchema, raw);
      mapRunPlace(mapRunArn);
      await runner.mapRuns.update(mapRunArn, changes);
      return {};
    },
  };
}
