import { z } from 'zod';
import type { CloudContext } from '../cloud-context.ts';
import { parseInput } from '../parse-input.ts';
import type { Operation } from '../service.ts';
import { page } from './page.ts';
import { checkBus, eventBusName, ruleName } from './request.ts';
import type { Rules } from './rules.ts';

const schema = z.object({
  Rule: ruleName,
  EventBusName: eventBusName,
  NextToken: z.string().optional(),
  Limit: z.int().min(1).max(100).default(100),
});

export const listTargetsByRule = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('ListTargetsByRule'),
  async run(request) {
    const { Rule, EventBusName, NextToken, Limit } = parseInput(schema, request);
    checkBus(context, EventBusName);
    const { elements, ...rest } = page(rules.get(Rule).targets, NextToken, Limit);
    return { Targets: elements, ...rest };
  },
});
