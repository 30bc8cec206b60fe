import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batched, unbatched } from '../../../src/stepfunctions/distributed-map/item-batcher.ts';
import { StatesError } from '../../../src/stepfunctions/engine/states-error.ts';
import { collect, iterate } from './iterate.ts';

const item = fc.jsonValue({ maxDepth: 2 });
const limits = fc.record({
  maxItems: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
  maxBytes: fc.option(fc.integer({ min: 400, max: 2_000 }), { nil: undefined }),
});

describe('ItemBatcher', () => {
  it('loses no item, keeps their order, and keeps both limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 40 }),
        limits,
        fc.jsonValue({ maxDepth: 1 }),
        async (items, limit, input) => {
          const fits = items.every(
            (one) =>
              Buffer.byteLength(JSON.stringify({ BatchInput: input, Items: [one] })) <= (limit.maxBytes ?? 262_144),
          );
          fc.pre(fits);
          const children = await collect(batched(iterate(items), limit, input));
          const inputs = children.map((child) => JSON.parse(child.json));
          expect(inputs.flatMap((child) => child.Items)).toEqual(JSON.parse(JSON.stringify(items)));
          for (const [index, child] of children.entries()) {
            expect(child.items).toBe(inputs[index].Items.length);
            expect(child.items).toBeGreaterThan(0);
            expect(child.items).toBeLessThanOrEqual(limit.maxItems ?? 40);
            expect(Buffer.byteLength(child.json)).toBeLessThanOrEqual(limit.maxBytes ?? 262_144);
            expect(inputs[index].BatchInput).toEqual(JSON.parse(JSON.stringify(input)));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('fills batches: two neighbours never fit into one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ maxLength: 60 }), { maxLength: 40 }), async (items) => {
        const children = await collect(batched(iterate(items), { maxItems: 5, maxBytes: 400 }, undefined));
        for (const [index, child] of children.slice(1).entries()) {
          const before = JSON.parse(children[index]?.json ?? '{}');
          const first = JSON.parse(child.json).Items[0];
          const joined = JSON.stringify({ Items: [...before.Items, first] });
          expect(before.Items.length === 5 || Buffer.byteLength(joined) > 400).toBe(true);
        }
      }),
    );
  });

  it('leaves BatchInput out when there is none', async () => {
    expect(await collect(batched(iterate([1, 2, 3]), { maxItems: 2 }, undefined))).toEqual([
      { json: '{"Items":[1,2]}', items: 2 },
      { json: '{"Items":[3]}', items: 1 },
    ]);
  });

  it('counts bytes, not characters', async () => {
    const children = await collect(batched(iterate(['ää', 'ää']), { maxBytes: 24 }, undefined));
    expect(children.map((child) => child.items)).toEqual([1, 1]);
  });

  it('refuses an item that fits into no batch', async () => {
    const children = batched(iterate(['x'.repeat(100)]), { maxBytes: 50 }, undefined);
    await expect(collect(children)).rejects.toThrow(/States.DataLimitExceeded.*more than the 50/);
  });

  it('never makes a child input of more than 256 KiB', async () => {
    const items = Array.from({ length: 10 }, () => 'x'.repeat(100_000));
    const children = await collect(batched(iterate(items), { maxItems: 10 }, undefined));
    expect(children.map((child) => child.items)).toEqual([2, 2, 2, 2, 2]);
    await expect(collect(unbatched(iterate(['x'.repeat(262_143)]), 'Rows'))).rejects.toBeInstanceOf(StatesError);
  });
});
