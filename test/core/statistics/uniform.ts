import { drawerFrom } from '../../../core/statistics/random.ts';

const STEPS = 2 ** 31;

/** Numbers between 0 and 1, the same each time. */
export function uniform(seed: string): () => number {
  const draw = drawerFrom(seed);
  const one = new Int32Array(1);
  return () => {
    draw(one, STEPS - 1);
    return ((one[0] ?? 0) + 0.5) / STEPS;
  };
}
