import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEventPattern } from '../../src/delivery/event-pattern.ts';
import { PatternError } from '../../src/delivery/pattern-element.ts';

const fits = (pattern: unknown, event: unknown): boolean => parseEventPattern(pattern)(event);

describe('an event pattern', () => {
  const event = {
    source: 'aws.states',
    account: '000000000000',
    detail: {
      status: 'FAILED',
      n: 5,
      tags: ['blue', 'green'],
      none: null,
      ok: true,
      ip: '10.0.0.7',
      people: [
        { name: 'a', age: 1 },
        { name: 'b', age: 2 },
      ],
    },
  };

  it.each<[string, unknown, boolean]>([
    ['one of the listed values', { detail: { status: ['FAILED', 'ABORTED'] } }, true],
    ['none of the listed values', { detail: { status: ['RUNNING'] } }, false],
    ['all fields together', { source: ['aws.states'], detail: { n: [5] } }, true],
    ['one field of two', { source: ['aws.s3'], detail: { n: [5] } }, false],
    ['null', { detail: { none: [null] } }, true],
    ['a boolean', { detail: { ok: [true] } }, true],
    ['text is not a number', { detail: { n: ['5'] } }, false],
    ['one element of a list', { detail: { tags: ['green'] } }, true],
    ['prefix', { detail: { status: [{ prefix: 'FA' }] } }, true],
    ['prefix without case', { detail: { status: [{ prefix: { 'equals-ignore-case': 'fa' } }] } }, true],
    ['suffix', { detail: { status: [{ suffix: 'ED' }] } }, true],
    ['equals-ignore-case', { detail: { status: [{ 'equals-ignore-case': 'failed' }] } }, true],
    ['wildcard', { detail: { status: [{ wildcard: 'F*L*D' }] } }, true],
    ['wildcard that does not reach', { detail: { status: [{ wildcard: 'F*X*D' }] } }, false],
    ['anything-but another', { detail: { status: [{ 'anything-but': 'RUNNING' }] } }, true],
    ['anything-but a list with it', { detail: { status: [{ 'anything-but': ['RUNNING', 'FAILED'] }] } }, false],
    ['anything-but a prefix', { detail: { status: [{ 'anything-but': { prefix: 'FA' } }] } }, false],
    ['anything-but, of a field that is not there', { detail: { missing: [{ 'anything-but': 'x' }] } }, false],
    ['exists', { detail: { status: [{ exists: true }] } }, true],
    ['does not exist', { detail: { missing: [{ exists: false }] } }, true],
    ['does not exist, though it does', { detail: { status: [{ exists: false }] } }, false],
    ['does not exist, in an object that does not exist', { other: { missing: [{ exists: false }] } }, true],
    ['numeric range', { detail: { n: [{ numeric: ['>', 4, '<=', 5] }] } }, true],
    ['numeric equal', { detail: { n: [{ numeric: ['=', 5] }] } }, true],
    ['numeric on text', { detail: { status: [{ numeric: ['>', 0] }] } }, false],
    ['an address in a network', { detail: { ip: [{ cidr: '10.0.0.0/24' }] } }, true],
    ['an address outside a network', { detail: { ip: [{ cidr: '10.0.1.0/24' }] } }, false],
    ['one of two alternatives', { $or: [{ source: ['aws.s3'] }, { detail: { n: [5] } }] }, true],
    ['neither alternative', { $or: [{ source: ['aws.s3'] }, { detail: { n: [6] } }] }, false],
    ['a path as one name in the pattern', { 'detail.status': ['FAILED'] }, true],
    ['two fields of the same element of a list', { detail: { people: { name: ['b'], age: [2] } } }, true],
    ['two fields of different elements', { detail: { people: { name: ['a'], age: [2] } } }, false],
  ])('%s', (_, pattern, expected) => {
    expect(fits(pattern, event)).toBe(expected);
  });

  it('reads a name with dots in the event as a path, too', () => {
    expect(fits({ detail: { state: { status: ['on'] } } }, { detail: { 'state.status': 'on' } })).toBe(true);
    expect(fits({ detail: { 'state.status': ['on'] } }, { detail: { state: { status: 'on' } } })).toBe(true);
  });

  it.each<[unknown, string]>([
    [{}, 'Empty filter is not allowed'],
    [[], 'Filter is not an object'],
    [{ a: 'text' }, '"a" must be an object or an array'],
    [{ a: [] }, 'Empty arrays are not allowed: "a"'],
    [{ a: [{ like: 'x' }] }, 'Unrecognized match type like'],
    [{ a: [{ numeric: ['~', 5] }] }, 'Unrecognized numeric range operator: ~'],
    [{ a: [{ prefix: 5 }] }, 'prefix match pattern must be a string'],
    [{ a: [{ cidr: '10.0.0/99' }] }, 'Malformed CIDR: 10.0.0/99'],
    [{ a: [{ 'anything-but': { prefix: '' } }] }, 'Null prefix/suffix not allowed'],
    [
      { a: [{ 'anything-but': { suffix: { 'equals-ignore-case': 'x' } } }] },
      'anything-but suffix match pattern must be a string',
    ],
    [
      { a: [{ numeric: ['>', 0, '>', 0] }] },
      'Bad numeric range operator: a range is a lower bound (> or >=), then an upper one (< or <=)',
    ],
    [
      { a: [{ wildcard: '*:*:*:*:*:event-bus/*' }] },
      'Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences after a wildcard character',
    ],
  ])('refuses %j', (pattern, message) => {
    expect(() => parseEventPattern(pattern)).toThrow(new PatternError(message));
  });
});

describe('for any event', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  const name = fc.string({ minLength: 1 }).filter((text) => text !== '$or' && text !== '__proto__');
  const flat = fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 5 });

  it('a pattern of its own values fits, whatever other fields the event has', () => {
    fc.assert(
      fc.property(flat, flat, (wanted, more) => {
        const pattern = Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, [value]]));
        expect(fits(pattern, { ...more, ...wanted })).toBe(true);
      }),
    );
  });

  it('exactly one of "exists" and "does not exist" fits, as do anything-but a value and the value itself', () => {
    fc.assert(
      fc.property(flat, name, fc.string(), (event, key, text) => {
        expect(fits({ [key]: [{ exists: true }] }, event)).not.toBe(fits({ [key]: [{ exists: false }] }, event));
        const present = { ...event, [key]: text };
        fc.pre(Object.hasOwn(present, key));
        const other = Object.values(event).find((value) => typeof value === 'string') ?? text;
        expect(fits({ [key]: [{ 'anything-but': other }] }, present)).not.toBe(fits({ [key]: [other] }, present));
      }),
    );
  });

  it('a prefix and the matching suffix of a text fit it; so does the wildcard of both', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, cut) => {
        const at = cut % (text.length + 1);
        const [start, end] = [text.slice(0, at), text.slice(at)];
        expect(fits({ a: [{ prefix: start }] }, { a: text })).toBe(true);
        expect(fits({ a: [{ suffix: end }] }, { a: text })).toBe(true);
        const escaped = (part: string) => part.replace(/[*\\]/g, '\\$&');
        expect(fits({ a: [{ wildcard: `${escaped(start)}*${escaped(end)}` }] }, { a: text })).toBe(true);
      }),
    );
  });

  it('never throws on odd events', () => {
    const pattern = parseEventPattern({
      a: { b: [{ prefix: 'x' }, 1, { numeric: ['<', 3] }] },
      c: [{ exists: false }],
    });
    fc.assert(
      fc.property(fc.anything(), (event) => {
        expect(typeof pattern(event)).toBe('boolean');
      }),
    );
  });
});
