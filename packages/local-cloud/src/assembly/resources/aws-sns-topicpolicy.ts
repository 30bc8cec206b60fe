import { resourcePolicyHandler } from './resource-policy.ts';

export const topicPolicy = resourcePolicyHandler<{ Topics: string[]; PolicyDocument: unknown }>({
  type: 'AWS::SNS::TopicPolicy',
  properties: ['Topics', 'PolicyDocument'],
  documentOf: ({ PolicyDocument }) => PolicyDocument,
  arnsOf: ({ Topics }) => Topics,
});
