import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName, wrongToken } from '../request.ts';
import type { Rules } from '../rules.ts';
import { described } from './describe-rule.ts';

const schema = z.object({
  NamePrefix: ruleName.optional(),
  EventBusName: eventBusName,
  NextToken: z.string().optional(),
  Limit: z.int().min(1).max(100).default(100),
});

export const listRules = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: () => [{ action: 'events:ListRules', resource: rules.arn('*') }],
  async run(request) {
    const { NamePrefix = '', EventBusName, NextToken, Limit } = parseInput(schema, request);
    checkBus(context, EventBusName);
    const found = rules.all().filter(({ name }) => name.startsWith(NamePrefix));
    const { items, next } = pageOf(found, {
      size: Limit,
      token: NextToken,
      refusal: () => wrongToken(NextToken),
    });
    return { Rules: items.map((rule) => described(rule, rules)), NextToken: next };
  },
});
