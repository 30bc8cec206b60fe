import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../cloud-context.ts';

/** An event in the envelope EventBridge puts around all of them. */
export interface Event {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
}

export function newEvent(
  { accountId, region }: CloudContext,
  about: Pick<Event, 'detail-type' | 'source' | 'resources' | 'detail'> & { readonly time?: Date },
): Event {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': about['detail-type'],
    source: about.source,
    account: accountId,
    // Whole seconds, as EventBridge writes them.
    time: (about.time ?? new Date()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region,
    resources: about.resources,
    detail: about.detail,
  };
}

/** What Step Functions tells EventBridge when an execution starts, ends or is stopped. */
export function statusChangeEvent(context: CloudContext, detail: Record<string, unknown>): Event {
  return newEvent(context, {
    'detail-type': 'Step Functions Execution Status Change',
    source: 'aws.states',
    resources: typeof detail.executionArn === 'string' ? [detail.executionArn] : [],
    detail,
  });
}
