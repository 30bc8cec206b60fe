import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedMetrics } from '../../src/cloudwatch/embedded-metrics.ts';

const line = (members: object, directive: object = {}) =>
  JSON.stringify({
    _aws: {
      Timestamp: 1000,
      CloudWatchMetrics: [
        { Namespace: 'N', Dimensions: [['d']], Metrics: [{ Name: 'm', Unit: 'Count' }], ...directive },
      ],
    },
    ...members,
  });

describe('the embedded metric format', () => {
  it('is read from a line of JSON', () => {
    expect(embeddedMetrics(line({ d: 'x', m: 2 }), 5)).toEqual([
      {
        namespace: 'N',
        name: 'm',
        dimensions: { d: 'x' },
        timestamp: 1000,
        unit: 'Count',
        resolution: 60,
        values: [[2, 1]],
      },
    ]);
  });

  it('is read from a line that console.log wrote', () => {
    expect(embeddedMetrics(`2026-01-01T00:00:00.000Z\tid\tINFO\t${line({ d: 'x', m: [1, 2] })}`, 5)).toMatchObject([
      {
        values: [
          [1, 1],
          [2, 1],
        ],
      },
    ]);
  });

  it.each([
    ['a value that is missing', line({ d: 'x' })],
    ['a value that is no number', line({ d: 'x', m: 'many' })],
    ['a dimension that is missing', line({ m: 1 })],
    ['no namespace', line({ d: 'x', m: 1 }, { Namespace: '' })],
    ['JSON cut short', line({ d: 'x', m: 1 }).slice(0, -1)],
    ['text about "_aws"', 'I saw "_aws" { here'],
  ])('leaves out %s', (_, text) => {
    expect(embeddedMetrics(text, 5)).toEqual([]);
  });

  it('gives one measurement for each metric and set of dimensions, with the values of the line', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(names, fc.array(fc.integer(), { minLength: 1, maxLength: 5 }), fc.nat(3), (metrics, values, sets) => {
        const Dimensions = Array.from({ length: sets + 1 }, (_, index) => (index === 0 ? [] : ['D1']));
        const Metrics = metrics.map((Name) => ({ Name }));
        const members = Object.fromEntries(metrics.map((name) => [name, values]));
        const found = embeddedMetrics(line({ D1: 'v', ...members }, { Dimensions, Metrics }), 5);
        expect(found).toHaveLength(metrics.length * (sets + 1));
        for (const { values: seen } of found) expect(seen.map(([value]) => value)).toEqual(values);
      }),
    );
  });

  it('never fails, whatever the line', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(Array.isArray(embeddedMetrics(`{"_aws":${text}}`, 5))).toBe(true);
        expect(Array.isArray(embeddedMetrics(line({ d: text, m: 1 }, { Dimensions: text, Metrics: [text] }), 5))).toBe(
          true,
        );
      }),
    );
  });
});
