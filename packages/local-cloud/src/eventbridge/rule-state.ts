import { z } from 'zod';
import type { CloudContext } from '../cloud-context.ts';
import { parseInput } from '../parse-input.ts';
import type { Operation } from '../service.ts';
import { checkBus, eventBusName, ruleName } from './request.ts';
import type { Rule, Rules } from './rules.ts';

const schema = z.object({ Name: ruleName, EventBusName: eventBusName });

/** EnableRule and DisableRule differ in the state alone. */
export const setRuleState =
  (operation: string, state: Rule['state']) =>
  (rules: Rules, context: CloudContext): Operation<unknown> => ({
    permissions: rules.permission(operation),
    async run(request) {
      const { Name, EventBusName } = parseInput(schema, request);
      checkBus(context, EventBusName);
      rules.put({ ...rules.get(Name), state });
      return {};
    },
  });
