import type { ResourceHandler } from '../resource-handler.ts';

/** A handler for a policy on other resources: a bucket's, a queue's, a topic's. */
export function resourcePolicyHandler<Properties>(options: {
  readonly type: string;
  readonly properties: readonly string[];
  readonly documentOf: (properties: Properties) => unknown;
  readonly arnsOf: (properties: Properties, account: { region: string; accountId: string }) => string[];
}): ResourceHandler<Properties> {
  const handler: ResourceHandler<Properties> = {
    type: options.type,
    properties: options.properties,
    async create(request) {
      const id = request.generateName();
      return handler.update(request, { ref: id, attributes: {}, properties: request.properties });
    },
    async update({ properties, policies, context }, { ref }) {
      const document = options.documentOf(properties);
      policies.putResourcePolicy(ref, { resourceArns: options.arnsOf(properties, context), document });
      return { ref, attributes: { Id: ref } };
    },
    async delete({ policies }, { ref }) {
      policies.deleteResourcePolicy(ref);
    },
  };
  return handler;
}

export const bucketPolicy = resourcePolicyHandler<{ Bucket: string; PolicyDocument: unknown }>({
  type: 'AWS::S3::BucketPolicy',
  properties: ['Bucket', 'PolicyDocument'],
  documentOf: ({ PolicyDocument }) => PolicyDocument,
  arnsOf: ({ Bucket }) => [`arn:aws:s3:::${Bucket}`],
});

export const tableBucketPolicy = resourcePolicyHandler<{ TableBucketARN: string; ResourcePolicy: unknown }>({
  type: 'AWS::S3Tables::TableBucketPolicy',
  properties: ['TableBucketARN', 'ResourcePolicy'],
  documentOf: ({ ResourcePolicy }) => ResourcePolicy,
  arnsOf: ({ TableBucketARN }) => [TableBucketARN],
});

export const topicPolicy = resourcePolicyHandler<{ Topics: string[]; PolicyDocument: unknown }>({
  type: 'AWS::SNS::TopicPolicy',
  properties: ['Topics', 'PolicyDocument'],
  documentOf: ({ PolicyDocument }) => PolicyDocument,
  arnsOf: ({ Topics }) => Topics,
});

export const queuePolicy = resourcePolicyHandler<{ Queues: string[]; PolicyDocument: unknown }>({
  type: 'AWS::SQS::QueuePolicy',
  properties: ['Queues', 'PolicyDocument'],
  documentOf: ({ PolicyDocument }) => PolicyDocument,
  // A queue's Ref is its URL, which ends in account and name.
  arnsOf: ({ Queues }, { region, accountId }) =>
    Queues.map((url) => `arn:aws:sqs:${region}:${accountId}:${url.slice(url.lastIndexOf('/') + 1)}`),
});
