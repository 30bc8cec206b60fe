import { resourcePolicyHandler } from './resource-policy.ts';

export const bucketPolicy = resourcePolicyHandler<{ Bucket: string; PolicyDocument: unknown }>({
  type: 'AWS::S3::BucketPolicy',
  properties: ['Bucket', 'PolicyDocument'],
  documentOf: ({ PolicyDocument }) => PolicyDocument,
  arnsOf: ({ Bucket }) => [`arn:aws:s3:::${Bucket}`],
});
