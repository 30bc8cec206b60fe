import { z } from 'zod';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { StoredEvent } from '../engine/resume.ts';
import { findExecution } from '../find-execution.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
  executionArn: arn,
  maxResults,
  nextToken,
  reverseOrder: z.boolean().default(false),
  includeExecutionData: z.boolean().default(true),
});

export function getExecutionHistory(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:GetExecutionHistory', resource: String(executionArn) }],
    async run(raw) {
      const input = parseInput(schema, raw);
      await findExecution(runner, input.executionArn);
      const events: StoredEvent[] = [];
      for await (const event of runner.executions.events(input.executionArn)) events.push(event);
      if (input.reverseOrder) events.reverse();
      const { items, next } = pageOf(events, onePage(input));
      return {
        events: items.map((event) => shown(event, input.includeExecutionData)),
        nextToken: next,
      };
    },
  };
}

const DATA = new Set(['input', 'output', 'parameters', 'assignedVariables']);

/** An event without what is kept for redrives and, if not wanted, without data. */
function shown({ scope: _scope, next: _next, timestamp, ...event }: StoredEvent, withData: boolean): unknown {
  const when = { timestamp: new Date(timestamp) };
  if (withData) return { ...event, ...when };
  const bare = Object.entries(event).map(([name, value]) =>
    typeof value === 'object'
      ? [name, Object.fromEntries(Object.entries(value).filter(([key]) => !DATA.has(key)))]
      : [name, value],
  );
  return { ...Object.fromEntries(bare), ...when };
}
