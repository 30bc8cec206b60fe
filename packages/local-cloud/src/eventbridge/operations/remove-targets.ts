import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkBus, eventBusName, ruleName } from '../request.ts';
import type { Rules } from '../rules.ts';

const schema = z.object({
  Rule: ruleName,
  EventBusName: eventBusName,
  Ids: z.array(z.string().min(1).max(64)).min(1).max(100),
});

export const removeTargets = (rules: Rules, context: CloudContext): Operation<unknown> => ({
  permissions: rules.permission('RemoveTargets'),
  async run(request) {
    const { Rule, EventBusName, Ids } = parseInput(schema, request);
    checkBus(context, EventBusName);
    const rule = rules.get(Rule);
    rules.put({ ...rule, targets: rule.targets.filter(({ Id }) => !Ids.includes(Id)) });
    return { FailedEntryCount: 0, FailedEntries: [] };
  },
});
