import type { ResourceHandler } from '../resource-handler.ts';

type Queue = Readonly<Record<string, unknown>> & { readonly QueueName?: string };

/** Properties that are queue attributes under the same name; those of FIFO queues are not hosted. */
const ATTRIBUTES = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'VisibilityTimeout',
];

/** What an attribute goes back to when a template stops naming it. */
const DEFAULTS: Readonly<Record<string, string>> = {
  DelaySeconds: '0',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  ReceiveMessageWaitTimeSeconds: '0',
  VisibilityTimeout: '30',
};

export const queue: ResourceHandler<Queue> = {
  type: 'AWS::SQS::Queue',
  properties: ['QueueName', ...ATTRIBUTES],
  ignored: ['KmsDataKeyReusePeriodSeconds', 'KmsMasterKeyId', 'SqsManagedSseEnabled', 'Tags'],
  replacedBy: ['QueueName'],
  customName: ({ QueueName }) => QueueName,
  async create(request) {
    const name = request.properties.QueueName ?? request.generateName({ maxLength: 80 });
    const { QueueUrl } = await request.call<{ QueueUrl: string }>('sqs', 'CreateQueue', {
      QueueName: name,
      Attributes: attributesOf(request.properties),
    });
    const { region, accountId } = request.context;
    return {
      ref: QueueUrl,
      attributes: { Arn: `arn:aws:sqs:${region}:${accountId}:${name}`, QueueName: name, QueueUrl },
    };
  },
  async update(request, { ref, attributes }) {
    const Attributes = { ...DEFAULTS, ...attributesOf(request.properties) };
    await request.call('sqs', 'SetQueueAttributes', { QueueUrl: ref, Attributes });
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('sqs', 'DeleteQueue', { QueueUrl: ref });
  },
};

function attributesOf(properties: Queue): Record<string, string> {
  return Object.fromEntries(
    ATTRIBUTES.filter((name) => properties[name] !== undefined).map((name) => {
      const value = properties[name];
      return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
    }),
  );
}
