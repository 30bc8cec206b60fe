import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName } from '../request.ts';
import type { Rule, Rules } from '../rules.ts';

const schema = z.object({ Name: ruleName, EventBusName: eventBusName });

export const describeRule = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('DescribeRule'),
  async run(request) {
    const { Name, EventBusName } = parseInput(schema, request);
    checkBus(context, EventBusName);
    return { ...described(rules.get(Name), rules), CreatedBy: context.accountId };
  },
});

export const described = (rule: Rule, rules: Rules) => ({
  Name: rule.name,
  Arn: rules.arn(rule.name),
  EventPattern: rule.pattern,
  ScheduleExpression: rule.schedule?.expression,
  State: rule.state,
  Description: rule.description,
  RoleArn: rule.roleArn,
  EventBusName: 'default',
});
