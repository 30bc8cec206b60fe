import { randomUUID } from 'node:crypto';
import { StatesError } from '../engine/states-error.ts';
import { callbackResult } from './callback.ts';
import type { Integration } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { asText, sdkMetadata, toJson } from './shapes.ts';

const ERRORS = { prefix: 'EventBridge', service: 'AmazonEventBridge', fallback: 'AmazonEventBridgeException' };

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
      throw optimizedError(ERRORS, error);
    }
    const result = { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
    if (output.FailedEntryCount) throw new StatesError('EventBridge.FailedEntry', JSON.stringify(result));
    return run.pattern === 'token' ? callbackResult(run, result) : result;
  },
};
