import { describe, expect, it } from 'vitest';
import { bytes, milliseconds, percent, seconds, totalCost, usd, workTime } from '../../core/format.ts';

describe('figures', () => {
  it('show a time in the unit people think in', () => {
    expect([0.4, 999, 1500, 61_000, 3_720_000].map(milliseconds)).toEqual([
      '0 ms',
      '999 ms',
      '1.5 s',
      '1m 01s',
      '1h 02m',
    ]);
    expect(seconds(undefined)).toBe('–');
  });

  it('show the time of the work just done, and apart from it that of all work', () => {
    expect(workTime({ workMs: 1_500, totalWorkMs: 4_000 })).toBe('1.5 s (4.0 s in total)');
    expect(workTime({ workMs: 1_500, totalWorkMs: 1_500 })).toBe('1.5 s');
  });

  it('show small sums with the digits that matter', () => {
    expect([0, 0.00000042, 0.000123, 0.002, 0.004498, 0.0345, 2.5, 1234.567].map(usd)).toEqual([
      '$0',
      '$0.00000042',
      '$0.00012',
      '$0.002',
      '$0.0045',
      '$0.0345',
      '$2.50',
      '$1234.57',
    ]);
  });

  it('call a cost unknown that nobody told, and never say that it was nothing', () => {
    expect(usd(undefined)).toBe('unknown');
    expect(totalCost({ costUsd: 0, priced: 0 })).toBe('unknown');
    expect(totalCost({ costUsd: 0, priced: 3 })).toBe('$0');
  });

  it('round shares to a tenth, and never to all or none', () => {
    const shares = [1, 0.9999, 92 / 120, 0.856, 0.0001, 0];
    expect(shares.map(percent)).toEqual(['100.0%', '99.9%', '76.7%', '85.6%', '0.1%', '0.0%']);
  });

  it('show sizes', () => {
    expect([12, 2048, 5_000_000].map(bytes)).toEqual(['12 B', '2.0 KiB', '4.8 MiB']);
  });
});
