import { randomUUID } from 'node:crypto';
import { callbackResult } from './callback.ts';
import type { Integration } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { asText, sdkMetadata, toJson } from './shapes.ts';

const ERRORS = { prefix: 'SQS', service: 'AmazonSQS', fallback: 'AmazonSQSException' };

/** `arn:aws:states:::sqs:sendMessage`; a MessageBody that is not text is sent as JSON. */
export const sqsSendMessage: Integration = {
  patterns: ['request', 'token'],
  required: ['QueueUrl', 'MessageBody'],
  optional: ['DelaySeconds', 'MessageAttributes', 'MessageDeduplicationId', 'MessageGroupId'],
  async run(run, { context }) {
    let output: unknown;
    try {
      const input = { ...run.arguments, MessageBody: asText(run.arguments.MessageBody) };
      output = await context.call('sqs', 'SendMessage', input, run.caller);
    } catch (error) {
      throw optimizedError(ERRORS, error);
    }
    const result = { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
    return run.pattern === 'token' ? callbackResult(run, result) : result;
  },
};
