import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName } from '../request.ts';
import { compilePattern, type Rules } from '../rules.ts';

const schema = z.object({
  Name: ruleName,
  EventPattern: z.string().max(4096).optional(),
  ScheduleExpression: z.string().max(256).optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Description: z.string().max(512).optional(),
  RoleArn: z.string().max(1600).optional(),
  EventBusName: eventBusName,
});

export const putRule = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('PutRule'),
  async run(request) {
    const { Name, EventPattern, ScheduleExpression, State, Description, RoleArn, EventBusName } = parseInput(
      schema,
      request,
    );
    checkBus(context, EventBusName);
    if (ScheduleExpression) {
      throw new AwsError(
        'ValidationException',
        `The local cloud runs no schedules: rule ${Name} asks for ${ScheduleExpression}. Give it an EventPattern.`,
      );
    }
    if (EventPattern === undefined) {
      throw new AwsError('ValidationException', 'Parameter(s) EventPattern or ScheduleExpression must be specified.');
    }
    compilePattern(EventPattern);
    rules.put({
      name: Name,
      pattern: EventPattern,
      state: State,
      description: Description,
      roleArn: RoleArn,
      targets: rules.find(Name)?.targets ?? [],
    });
    return { RuleArn: rules.arn(Name) };
  },
});
