import type { CloudContext } from '../cloud-context.ts';
import type { TemplatePolicies } from '../delivery/service-access.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { Dispatcher } from './dispatcher.ts';
import { statusChangeEvent } from './event.ts';
import { putEvents } from './operations/put-events.ts';
import { deleteRule, putRule } from './operations/rules.ts';
import { listTargetsByRule, putTargets, removeTargets } from './operations/targets.ts';
import { Rules } from './rules.ts';
import { Scheduler } from './scheduler.ts';

export function createEventBridgeService(context: CloudContext, templates?: TemplatePolicies): Service {
  const rules = new Rules(context);
  const dispatcher = new Dispatcher(context, rules, templates);
  const scheduler = new Scheduler(context, rules, dispatcher);
  const onStatusChange = (detail: Record<string, unknown>) => dispatcher.dispatch(statusChangeEvent(context, detail));
  context.events.on('states:status-change', onStatusChange);
  return {
    name: 'events',
    protocol: jsonProtocol('1.1'),
    operations: {
      DeleteRule: deleteRule(rules, context),
      ListTargetsByRule: listTargetsByRule(rules, context),
      PutEvents: putEvents(dispatcher, context),
      PutRule: putRule(rules, context, () => scheduler.plan()),
      PutTargets: putTargets(rules, context),
      RemoveTargets: removeTargets(rules, context),
    },
    async close() {
      context.events.off('states:status-change', onStatusChange);
      scheduler.close();
      await dispatcher.close();
      rules.close();
    },
  };
}
