import { describe, expect, it } from 'vitest';
import type { ExportColumn } from '../../../core/export/column.ts';
import { layOut } from '../../../core/export/row-layout.ts';

const field = (index: number): ExportColumn => ({ from: 'input', name: `c${index}`, key: `c${index}`, isText: false });

describe('the layout of an exported row', () => {
  it('has no more cells in one text than Trino compiles, and all columns in their order', () => {
    const columns = Array.from({ length: 400 }, (_, index) => field(index));
    columns.splice(100, 0, { from: 'mapping', name: 'mapped' });
    const { segments, pieces } = layOut(columns);
    expect(Math.max(...segments.map((segment) => segment.length))).toBe(60);
    const names = pieces.flatMap((piece) =>
      typeof piece === 'number' ? (segments[piece] ?? []).map(({ name }) => name) : [piece],
    );
    expect(names).toEqual(columns.map(({ name }) => name));
  });
});
