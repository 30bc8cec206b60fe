import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

interface Topic {
  readonly DisplayName?: string;
  readonly Subscription?: readonly { readonly Endpoint: string; readonly Protocol: string }[];
  readonly TopicName?: string;
}

export const topic: ResourceHandler<Topic> = {
  type: 'AWS::SNS::Topic',
  properties: ['DisplayName', 'Subscription', 'TopicName'],
  ignored: [
    'DataProtectionPolicy',
    'DeliveryStatusLogging',
    'KmsMasterKeyId',
    'SignatureVersion',
    'Tags',
    'TracingConfig',
  ],
  replacedBy: ['TopicName', 'Subscription'],
  customName: ({ TopicName }) => TopicName,
  async create(request) {
    const { DisplayName, Subscription = [], TopicName } = request.properties;
    const Name = TopicName ?? request.generateName({ maxLength: 256 });
    const { TopicArn } = await request.call<{ TopicArn: string }>('sns', 'CreateTopic', {
      Name,
      ...(DisplayName === undefined ? {} : { Attributes: { DisplayName } }),
    });
    for (const subscription of Subscription) await request.call('sns', 'Subscribe', { TopicArn, ...subscription });
    return { ref: TopicArn, attributes: { TopicArn, TopicName: Name } };
  },
  async update(request, { ref, attributes }) {
    await request.call('sns', 'SetTopicAttributes', {
      TopicArn: ref,
      AttributeName: 'DisplayName',
      AttributeValue: request.properties.DisplayName ?? '',
    });
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('sns', 'DeleteTopic', { TopicArn: ref });
  },
};

interface Subscription {
  readonly Endpoint: string;
  readonly FilterPolicy?: unknown;
  readonly FilterPolicyScope?: string;
  readonly Protocol: string;
  readonly RawMessageDelivery?: unknown;
  readonly RedrivePolicy?: unknown;
  readonly TopicArn: string;
}

export const subscription: ResourceHandler<Subscription> = {
  type: 'AWS::SNS::Subscription',
  properties: [
    'Endpoint',
    'FilterPolicy',
    'FilterPolicyScope',
    'Protocol',
    'RawMessageDelivery',
    'RedrivePolicy',
    'TopicArn',
  ],
  ignored: ['DeliveryPolicy', 'Region'],
  replacedBy: ['Endpoint', 'Protocol', 'TopicArn'],
  async create(request) {
    const { Endpoint, Protocol, TopicArn } = request.properties;
    const { SubscriptionArn } = await request.call<{ SubscriptionArn: string }>('sns', 'Subscribe', {
      TopicArn,
      Protocol,
      Endpoint,
      Attributes: attributesOf(request),
      ReturnSubscriptionArn: true,
    });
    return { ref: SubscriptionArn, attributes: { Arn: SubscriptionArn } };
  },
  async update(request, { ref, attributes, properties }) {
    const before = attributesOf({ ...request, properties });
    const after = attributesOf(request);
    for (const AttributeName of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[AttributeName] === after[AttributeName]) continue;
      await request.call('sns', 'SetSubscriptionAttributes', {
        SubscriptionArn: ref,
        AttributeName,
        AttributeValue: after[AttributeName] ?? DEFAULTS[AttributeName],
      });
    }
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('sns', 'Unsubscribe', { SubscriptionArn: ref });
  },
};

/** What an attribute goes back to when a template stops naming it. */
const DEFAULTS: Readonly<Record<string, string>> = {
  RawMessageDelivery: 'false',
  FilterPolicyScope: 'MessageAttributes',
};

function attributesOf({ properties }: ResourceRequest<Subscription>): Record<string, string> {
  const { FilterPolicy, FilterPolicyScope, RawMessageDelivery, RedrivePolicy } = properties;
  return {
    ...(FilterPolicyScope === undefined ? {} : { FilterPolicyScope }),
    ...(FilterPolicy === undefined ? {} : { FilterPolicy: JSON.stringify(FilterPolicy) }),
    ...(RawMessageDelivery === undefined ? {} : { RawMessageDelivery: String(RawMessageDelivery) }),
    ...(RedrivePolicy === undefined ? {} : { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
  };
}
