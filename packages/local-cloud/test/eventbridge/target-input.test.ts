import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/eventbridge/event.ts';
import { targetInput } from '../../src/eventbridge/target-input.ts';

const event = {
  version: '0',
  id: 'e1',
  'detail-type': 'order',
  source: 'shop',
  account: '000000000000',
  time: '2026-01-01T00:00:00Z',
  region: 'us-east-1',
  resources: [],
  detail: { id: 'o-1', ok: true, tags: ['new', 'paid'], buyer: { name: 'ann', zip: '1' }, said: 'a "b"' },
} satisfies Event;

const InputPathsMap = {
  id: '$.detail.id',
  ok: '$.detail.ok',
  tags: '$.detail.tags',
  buyer: '$.detail.buyer',
  said: '$.detail.said',
  none: '$.detail.none',
};

const made = (InputTemplate: string) =>
  targetInput(
    { Id: 't', Arn: 'arn:aws:sqs:us-east-1:000000000000:q', InputTransformer: { InputPathsMap, InputTemplate } },
    event,
    'arn:aws:events:us-east-1:000000000000:rule/orders',
  );

describe('an input template', () => {
  it.each([
    ['a text with a value', '"order <id>"', '"order o-1"'],
    ['a text with a boolean', '"ok is <ok>"', '"ok is true"'],
    ['a text with a list, which loses its quotation marks', '"tags <tags>"', '"tags [new,paid]"'],
    ['a text with an object, likewise', '"by <buyer>"', '"by {name:ann,zip:1}"'],
    ['a text with what is not there', '"none: <none>"', '"none: "'],
    ['several lines of text', '"<id>"\n"<tags>"', '"o-1"\n"[new,paid]"'],
    [
      'JSON with values',
      '{"id": <id>, "tags": <tags>, "by": <buyer>}',
      '{"id": "o-1", "tags": ["new","paid"], "by": {"name":"ann","zip":"1"}}',
    ],
    ['JSON with a value inside a text', '{"path": "orders/<id>"}', '{"path": "orders/o-1"}'],
    ['JSON with what is not there', '{"none": <none>}', '{"none": ""}'],
    ['quotation marks in a value', '{"said": "<said>"}', '{"said": "a \\"b\\""}'],
    ['the rule', '"<aws.events.rule-name>"', '"orders"'],
  ])('makes %s', (_, template, expected) => {
    expect(made(template)).toBe(expected);
  });

  it('makes nothing where an object or a list stands inside a text of JSON', () => {
    expect(made('{"by": "<buyer>"}')).toBeUndefined();
    expect(made('{"tags": "<tags>"}')).toBeUndefined();
  });

  it('knows the event without its detail, with detailType', () => {
    const { detail: _, 'detail-type': detailType, ...others } = event;
    expect(JSON.parse(made('{"event": <aws.events.event>}') ?? '')).toEqual({ event: { ...others, detailType } });
  });
});
