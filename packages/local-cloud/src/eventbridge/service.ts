import type { CloudContext } from '../cloud-context.ts';
import type { TemplatePolicies } from '../delivery/service-access.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { deleteRule } from './delete-rule.ts';
import { describeRule } from './describe-rule.ts';
import { Dispatcher } from './dispatcher.ts';
import { statusChangeEvent } from './event.ts';
import { listRules } from './list-rules.ts';
import { listTargetsByRule } from './list-targets-by-rule.ts';
import { putEvents } from './put-events.ts';
import { putRule } from './put-rule.ts';
import { putTargets } from './put-targets.ts';
import { removeTargets } from './remove-targets.ts';
import { disableRule, enableRule } from './rule-state.ts';
import { Rules } from './rules.ts';

export function createEventBridgeService(context: CloudContext, templates?: TemplatePolicies): Service {
  const rules = new Rules(context);
  const dispatcher = new Dispatcher(context, rules, templates);
  const onStatusChange = (detail: Record<string, unknown>) => dispatcher.dispatch(statusChangeEvent(context, detail));
  context.events.on('states:status-change', onStatusChange);
  return {
    name: 'events',
    protocol: jsonProtocol('1.1'),
    operations: {
      DeleteRule: deleteRule(rules, context),
      DescribeRule: describeRule(rules, context),
      DisableRule: disableRule(rules, context),
      EnableRule: enableRule(rules, context),
      ListRules: listRules(rules, context),
      ListTargetsByRule: listTargetsByRule(rules, context),
      PutEvents: putEvents(dispatcher, context),
      PutRule: putRule(rules, context),
      PutTargets: putTargets(rules, context),
      RemoveTargets: removeTargets(rules, context),
    },
    async close() {
      context.events.off('states:status-change', onStatusChange);
      await dispatcher.close();
      rules.close();
    },
  };
}
