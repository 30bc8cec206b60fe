import { resourcePolicyHandler } from './resource-policy.ts';

export const queuePolicy = resourcePolicyHandler<{ Queues: string[]; PolicyDocument: unknown }>({
  type: 'AWS::SQS::QueuePolicy',
  properties: ['Queues', 'PolicyDocument'],
  documentOf: ({ PolicyDocument }) => PolicyDocument,
  // A queue's Ref is its URL, which ends in account and name.
  arnsOf: ({ Queues }, { region, accountId }) =>
    Queues.map((url) => `arn:aws:sqs:${region}:${accountId}:${url.slice(url.lastIndexOf('/') + 1)}`),
});
