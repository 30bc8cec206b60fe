import type { CloudContext } from '../cloud-context.ts';
import type { TemplatePolicies } from '../delivery/service-access.ts';
import type { Protocol } from '../gateway/protocol.ts';
import { queryProtocol } from '../gateway/query-protocol.ts';
import type { Service } from '../service.ts';
import { FanOut } from './fan-out.ts';
import { publish } from './operations/publish.ts';
import {
  listSubscriptionsByTopic,
  setSubscriptionAttributes,
  subscribe,
  unsubscribe,
} from './operations/subscriptions.ts';
import { createTopic, deleteTopic, listTopics, setTopicAttributes } from './operations/topics.ts';
import { Topics } from './topics.ts';

export function createSnsService(context: CloudContext, templates?: TemplatePolicies): Service {
  const topics = new Topics(context);
  const fanOut = new FanOut(context, templates);
  return {
    name: 'sns',
    protocol: snsProtocol(),
    operations: {
      CreateTopic: createTopic(topics),
      DeleteTopic: deleteTopic(topics),
      ListSubscriptionsByTopic: listSubscriptionsByTopic(topics, context),
      ListTopics: listTopics(topics),
      Publish: publish(topics, fanOut),
      SetSubscriptionAttributes: setSubscriptionAttributes(topics),
      SetTopicAttributes: setTopicAttributes(topics),
      Subscribe: subscribe(topics),
      Unsubscribe: unsubscribe(topics),
    },
    async close() {
      await fanOut.close();
      topics.close();
    },
  };
}

/** `Attributes` is the one member that XML spells as a map. */
function snsProtocol(): Protocol {
  const query = queryProtocol('http://sns.amazonaws.com/doc/2010-03-31/');
  return {
    ...query,
    encode(operation, output, request) {
      const { Attributes } = output as { Attributes?: object };
      const members = Attributes ? { ...(output as object), Attributes: new Map(Object.entries(Attributes)) } : output;
      return query.encode(operation, members, request);
    },
  };
}
