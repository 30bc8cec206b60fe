import { z } from 'zod';
import type { CloudContext } from '../cloud-context.ts';
import { inputParser } from '../parse-input.ts';

export const logGroupName = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[.\-_/#A-Za-z0-9]+$/);
export const logStreamName = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[^:*]*$/);

const INVALID = 'InvalidParameterException';

export const parseInput = inputParser({ invalid: INVALID, missing: INVALID });

const LOG_GROUP_ARN = /^arn:aws[\w-]*:logs:[\w-]*:\d*:log-group:([^:]+)(?::\*)?$/;

/** Operations that read take a group's name or its ARN. */
export function groupNameOf(input: { logGroupName?: unknown; logGroupIdentifier?: unknown }): string | undefined {
  const value = input.logGroupName ?? input.logGroupIdentifier;
  return typeof value === 'string' ? (LOG_GROUP_ARN.exec(value)?.[1] ?? value) : undefined;
}

export function groupArn(context: CloudContext, name: string): string {
  return `arn:aws:logs:${context.region}:${context.accountId}:log-group:${name}`;
}

/** The resource AWS checks permissions against: a stream of a group, left open where the group itself is meant. */
export function streamResource(context: CloudContext, name: unknown, stream?: unknown): string {
  const group = groupArn(context, typeof name === 'string' ? name : '');
  return `${group}:log-stream:${typeof stream === 'string' ? stream : ''}`;
}
