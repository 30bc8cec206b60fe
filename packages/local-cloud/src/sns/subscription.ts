import { type EventPattern, parseEventPattern } from '../delivery/event-pattern.ts';
import { PatternError } from '../delivery/pattern-element.ts';
import type { MessageAttributes } from '../sqs/message.ts';
import { invalidParameter } from './request.ts';

export const PROTOCOLS = ['lambda', 'sqs', 'email', 'email-json'] as const;
export type SubscriptionProtocol = (typeof PROTOCOLS)[number];

export interface Subscription {
  readonly arn: string;
  readonly topicArn: string;
  readonly protocol: SubscriptionProtocol;
  readonly endpoint: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** A person must confirm first, which nobody can here; nothing is delivered. */
  readonly confirmed: boolean;
}

const MOST_FILTER_KEYS = 5;
const MOST_COMBINATIONS = 150;
const DEFAULT_SCOPE = 'MessageAttributes';

/** Checks the attributes that a subscription is to have, as Subscribe and SetSubscriptionAttributes are given them. */
export function checkSubscriptionAttributes(attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, value);
  const { FilterPolicy, FilterPolicyScope = DEFAULT_SCOPE } = attributes;
  if (FilterPolicy === undefined) return;
  if (FilterPolicyScope === DEFAULT_SCOPE && isNested(parseObject('FilterPolicy', FilterPolicy))) {
    throw invalidParameter('Filter policy scope MessageAttributes does not support nested filter policy');
  }
  parseFilterPolicy(FilterPolicy);
}

function checkAttribute(name: string, value: string): void {
  switch (name) {
    case 'FilterPolicy':
      return;
    case 'FilterPolicyScope':
      oneOf(name, value, [DEFAULT_SCOPE, 'MessageBody']);
      return;
    case 'RawMessageDelivery':
      oneOf(name, value, ['true', 'false']);
      return;
    case 'RedrivePolicy':
      if (value !== '' && value !== '{}') deadLetterArn(value);
      return;
    case 'DeliveryPolicy':
      parseObject(name, value);
      return;
    default:
      throw invalidParameter(`AttributeName: ${name} is not an attribute of a subscription`);
  }
}

/** Whether the subscription's filter lets a message through. */
export function wants(subscription: Subscription, message: string, attributes: MessageAttributes): boolean {
  const { FilterPolicy, FilterPolicyScope = DEFAULT_SCOPE } = subscription.attributes;
  const pattern = FilterPolicy === undefined ? undefined : parseFilterPolicy(FilterPolicy);
  if (!pattern) return true;
  if (FilterPolicyScope === DEFAULT_SCOPE) return pattern(attributeValues(attributes));
  try {
    return pattern(JSON.parse(message));
  } catch {
    return false;
  }
}

export function deadLetterArn(policy: string): string {
  const { deadLetterTargetArn } = parseObject('RedrivePolicy', policy);
  if (typeof deadLetterTargetArn !== 'string' || !deadLetterTargetArn.startsWith('arn:aws:sqs:')) {
    throw invalidParameter('RedrivePolicy: deadLetterTargetArn must be the ARN of an SQS queue');
  }
  return deadLetterTargetArn;
}

/** An empty policy filters nothing. */
function parseFilterPolicy(text: string): EventPattern | undefined {
  const policy = parseObject('FilterPolicy', text);
  if (Object.keys(policy).length === 0) return undefined;
  const lists = valueLists(policy);
  if (lists.length > MOST_FILTER_KEYS) {
    throw invalidParameter(`FilterPolicy: Filter policy can not have more than ${MOST_FILTER_KEYS} keys`);
  }
  if (lists.reduce((product, { values, depth }) => product * values * depth, 1) > MOST_COMBINATIONS) {
    throw invalidParameter('FilterPolicy: Filter policy is too complex');
  }
  try {
    return parseEventPattern(policy);
  } catch (error) {
    if (error instanceof PatternError) throw invalidParameter(`FilterPolicy: ${error.message}`);
    throw error;
  }
}

/**
 * The lists of values in a policy. What counts against its complexity is the product of their lengths, each as often as the list lies
 * deep: [1,2] on the first level and [3,4,5] on the second make 2 × 3 × 2.
 */
function valueLists(policy: object, depth = 1): { values: number; depth: number }[] {
  return Object.entries(policy).flatMap(([key, rule]) => {
    if (key === '$or' && Array.isArray(rule)) return rule.flatMap((one: unknown) => nestedLists(one, depth));
    return Array.isArray(rule) ? [{ values: Math.max(1, rule.length), depth }] : nestedLists(rule, depth + 1);
  });
}

const nestedLists = (rule: unknown, depth: number): { values: number; depth: number }[] =>
  rule !== null && typeof rule === 'object' ? valueLists(rule, depth) : [];

const isNested = (policy: object): boolean => valueLists(policy).some(({ depth }) => depth > 1);

function attributeValues(attributes: MessageAttributes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue = '', BinaryValue }]) => {
      if (BinaryValue !== undefined) return [name, BinaryValue];
      if (DataType.startsWith('Number')) return [name, Number(StringValue)];
      return [name, DataType === 'String.Array' ? parseArray(StringValue) : StringValue];
    }),
  );
}

function parseArray(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parseObject(name: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw invalidParameter(`${name}: failed to parse JSON. It must be an object`);
}

function oneOf(name: string, value: string, allowed: readonly string[]): void {
  if (!allowed.includes(value)) {
    throw invalidParameter(`${name}: Invalid value [${value}]. Must be one of ${allowed.join(', ')}`);
  }
}
