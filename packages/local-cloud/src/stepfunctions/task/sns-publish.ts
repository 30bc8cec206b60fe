import { randomUUID } from 'node:crypto';
import { callbackResult } from './callback.ts';
import type { Integration } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { asText, sdkMetadata, toJson } from './shapes.ts';

const ERRORS = { prefix: 'SNS', service: 'AmazonSNS', fallback: 'AmazonSNSException' };

/** `arn:aws:states:::sns:publish`; a Message that is not text is published as JSON. */
export const snsPublish: Integration = {
  patterns: ['request', 'token'],
  required: ['Message'],
  optional: [
    'MessageAttributes',
    'MessageDeduplicationId',
    'MessageGroupId',
    'MessageStructure',
    'PhoneNumber',
    'Subject',
    'TargetArn',
    'TopicArn',
  ],
  async run(run, { context }) {
    let output: unknown;
    try {
      const input = { ...run.arguments, Message: asText(run.arguments.Message) };
      output = await context.call('sns', 'Publish', input, run.caller);
    } catch (error) {
      throw optimizedError(ERRORS, error);
    }
    const result = { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
    return run.pattern === 'token' ? callbackResult(run, result) : result;
  },
};
