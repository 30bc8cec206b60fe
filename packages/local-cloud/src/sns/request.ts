import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { inputParser } from '../parse-input.ts';

export const topicArn = z.string().min(1);

/** `true` from a call inside the local cloud, `"true"` from a form. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

/** SNS lists a hundred at a time. */
export const onePage = (token: string | undefined) => ({
  size: 100,
  token,
  refusal: () => invalidParameter(`NextToken: ${token} is not one this service gave`),
});

export const parseInput = inputParser({ invalid: 'InvalidParameter', missing: 'InvalidParameter' });

export const invalidParameter = (message: string): AwsError =>
  new AwsError('InvalidParameter', `Invalid parameter: ${message}`);

export const notFound = (what: 'Topic' | 'Subscription'): AwsError =>
  new AwsError('NotFound', `${what} does not exist`, 404);
