import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { newEvent } from '../event.ts';
import { checkBus, eventBusName } from '../request.ts';

/** "The total entry size must be less than 1MB." */
const LARGEST_REQUEST = 1024 * 1024;

const entry = z.object({
  Time: z.union([z.date(), z.number(), z.string()]).optional(),
  Source: z.string().optional(),
  Resources: z.array(z.string()).default([]),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  EventBusName: eventBusName,
});

const schema = z.object({ Entries: z.array(entry).min(1).max(10) });

export const putEvents = (dispatcher: Dispatcher, context: CloudContext): Operation<unknown> => ({
  permissions: () => [
    {
      action: 'events:PutEvents',
      resource: `arn:aws:events:${context.region}:${context.accountId}:event-bus/default`,
    },
  ],
  async run(request) {
    const { Entries } = parseInput(schema, request);
    if (Entries.reduce((sum, one) => sum + entrySize(one), 0) > LARGEST_REQUEST) {
      throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
    }
    const results = Entries.map((one) => put(one, dispatcher, context));
    return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
  },
});

function put(
  { Source, DetailType, Detail, Resources, Time, EventBusName }: z.output<typeof entry>,
  dispatcher: Dispatcher,
  context: CloudContext,
): { EventId: string } | { ErrorCode: string; ErrorMessage: string } {
  const failed = (ErrorCode: string, ErrorMessage: string) => ({ ErrorCode, ErrorMessage });
  if (!Source)
    return failed('InvalidArgument', 'Parameter Source is not valid. Reason: Source is a required argument.');
  if (Source.startsWith('aws.')) {
    return failed('NotAuthorizedForSourceException', 'Not authorized for the source.');
  }
  if (!DetailType) {
    return failed('InvalidArgument', 'Parameter DetailType is not valid. Reason: DetailType is a required argument.');
  }
  if (!Detail)
    return failed('InvalidArgument', 'Parameter Detail is not valid. Reason: Detail is a required argument.');
  const detail = parseObject(Detail);
  if (!detail) return failed('MalformedDetail', 'Detail is malformed.');
  try {
    checkBus(context, EventBusName);
  } catch {
    // "An event bus that does not exist": AWS takes the event and nobody ever sees it.
    return { EventId: randomUUID() };
  }
  const event = newEvent(context, {
    'detail-type': DetailType,
    source: Source,
    resources: Resources,
    detail,
    time: timeOf(Time),
  });
  dispatcher.dispatch(event);
  return { EventId: event.id };
}

/** Seconds over HTTP, a Date from inside the local cloud, text from a state machine. */
function timeOf(time: Date | number | string | undefined): Date | undefined {
  const date = typeof time === 'number' ? new Date(time * 1000) : time === undefined ? undefined : new Date(time);
  if (date && Number.isNaN(date.getTime())) {
    throw new AwsError('ValidationException', `Time is ${String(time)}, which is not a time.`);
  }
  return date;
}

function entrySize({ Source = '', DetailType = '', Detail = '', Resources, Time }: z.output<typeof entry>): number {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Time === undefined ? 0 : 14);
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
