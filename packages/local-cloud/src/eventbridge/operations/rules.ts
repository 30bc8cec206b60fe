import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName } from '../request.ts';
import { compilePattern, type Rules } from '../rules.ts';
import { scheduleOf } from '../schedule.ts';

const putRuleSchema = z.object({
  Name: ruleName,
  EventPattern: z.string().max(4096).optional(),
  ScheduleExpression: z.string().max(256).optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Description: z.string().max(512).optional(),
  RoleArn: z.string().max(1600).optional(),
  EventBusName: eventBusName,
});

export const putRule = (rules: Rules, context: CloudContext, changed: () => void): Operation<unknown> => ({
  permissions: rules.permission('PutRule'),
  async run(request) {
    const { Name, EventPattern, ScheduleExpression, State, Description, RoleArn, EventBusName } = parseInput(
      putRuleSchema,
      request,
    );
    checkBus(context, EventBusName);
    if (EventPattern === undefined && ScheduleExpression === undefined) {
      throw new AwsError('ValidationException', 'Parameter(s) EventPattern or ScheduleExpression must be specified.');
    }
    if (EventPattern !== undefined) compilePattern(EventPattern);
    const existing = rules.find(Name);
    rules.put({
      name: Name,
      pattern: EventPattern,
      schedule: ScheduleExpression === undefined ? undefined : scheduleOf(ScheduleExpression, existing?.schedule),
      state: State,
      description: Description,
      roleArn: RoleArn,
      targets: existing?.targets ?? [],
    });
    changed();
    return { RuleArn: rules.arn(Name) };
  },
});

const deleteRuleSchema = z.object({ Name: ruleName, EventBusName: eventBusName });

export const deleteRule = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('DeleteRule'),
  async run(request) {
    const { Name, EventBusName } = parseInput(deleteRuleSchema, request);
    checkBus(context, EventBusName);
    if ((rules.find(Name)?.targets.length ?? 0) > 0) {
      throw new AwsError('ValidationException', "Rule can't be deleted since it has targets.");
    }
    rules.delete(Name);
    return {};
  },
});
