import type { ResourceHandler } from '../resource-handler.ts';

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
