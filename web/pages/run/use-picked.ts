import { useCallback, useRef, useState } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { placeOf } from '../../parts/place-of.ts';

/** Rows selected to be copied. */
export function usePicked(rows: readonly IndexRow[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const pick = useCallback(
    (row: IndexRow, isRange: boolean) => {
      const key = placeOf(row);
      const [from, to] = [last.current ?? key, key].map((one) => rows.findIndex((other) => placeOf(other) === one));
      last.current = key;
      setPicked((before) => {
        if (!isRange)
          return before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]);
        const [low, high] = [Math.min(from ?? 0, to ?? 0), Math.max(from ?? 0, to ?? 0)];
        return new Set([...before, ...rows.slice(Math.max(0, low), high + 1).map(placeOf)]);
      });
    },
    [rows],
  );
  return { picked, pick, clear: () => setPicked(new Set()) };
}
