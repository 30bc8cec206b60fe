import { AwsError } from '../aws-error.ts';

export const invalidParameter = (message: string): AwsError =>
  new AwsError('InvalidParameter', `Invalid parameter: ${message}`);

export const notFound = (what: 'Topic' | 'Subscription'): AwsError =>
  new AwsError('NotFound', `${what} does not exist`, 404);
