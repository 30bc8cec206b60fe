import { randomUUID } from 'node:crypto';
import { StatesError } from '../engine/states-error.ts';
import type { Integration } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { asText, sdkMetadata, toJson } from './shapes.ts';
import { callbackResult } from './waiting.ts';

const EVENTS_ERRORS = {
  prefix: 'EventBridge',
  service: 'AmazonEventBridge',
  fallback: 'AmazonEventBridgeException',
};

/**
 * `arn:aws:states:::events:putEvents`. A Detail that is not text is sent as JSON, and the execution's ARN is among
 * the event's resources. One refused entry fails the task.
 */
export const eventsPutEvents: Integration = {
  patterns: ['request', 'token'],
  required: ['Entries'],
  optional: [],
  async run(run, { context }) {
    const entries = Array.isArray(run.arguments.Entries) ? run.arguments.Entries : [run.arguments.Entries];
    const Entries = entries.map((entry: Record<string, unknown>) => ({
      ...entry,
      Detail: asText(entry?.Detail ?? {}),
      Resources: [run.executionArn, ...(Array.isArray(entry?.Resources) ? entry.Resources : [])],
    }));
    let output: { FailedEntryCount?: number };
    try {
      output = await context.call('events', 'PutEvents', { Entries }, run.caller);
    } catch (error) {
      throw optimizedError(EVENTS_ERRORS, error);
    }
    const result = { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
    if (output.FailedEntryCount) throw new StatesError('EventBridge.FailedEntry', JSON.stringify(result));
    return run.pattern === 'token' ? callbackResult(run, result) : result;
  },
};

const SNS_ERRORS = { prefix: 'SNS', service: 'AmazonSNS', fallback: 'AmazonSNSException' };

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
      throw optimizedError(SNS_ERRORS, error);
    }
    const result = { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
    return run.pattern === 'token' ? callbackResult(run, result) : result;
  },
};

const SQS_ERRORS = { prefix: 'SQS', service: 'AmazonSQS', fallback: 'AmazonSQSException' };

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
      throw optimizedError(SQS_ERRORS, error);
    }
    const result = { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
    return run.pattern === 'token' ? callbackResult(run, result) : result;
  },
};
