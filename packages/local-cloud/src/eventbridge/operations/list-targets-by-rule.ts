import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName, wrongToken } from '../request.ts';
import type { Rules } from '../rules.ts';

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
    const { items, next } = pageOf(rules.get(Rule).targets, {
      size: Limit,
      token: NextToken,
      refusal: () => wrongToken(NextToken),
    });
    return { Targets: items, NextToken: next };
  },
});
