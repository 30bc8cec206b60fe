import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName } from '../request.ts';
import type { Rules } from '../rules.ts';

const schema = z.object({ Name: ruleName, EventBusName: eventBusName });

export const deleteRule = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('DeleteRule'),
  async run(request) {
    const { Name, EventBusName } = parseInput(schema, request);
    checkBus(context, EventBusName);
    if ((rules.find(Name)?.targets.length ?? 0) > 0) {
      throw new AwsError('ValidationException', "Rule can't be deleted since it has targets.");
    }
    rules.delete(Name);
    return {};
  },
});
