import { drawerFrom } from '../../../core/statistics/random.ts';

/** Numbers above 0 and below 1, one at a time. */
export function uniformFrom(seed: string): () => number {
  const draw = drawerFrom(seed);
  const drawn = new Int32Array(1024);
  let at = drawn.length;
  return () => {
    if (at === drawn.length) {
      draw(drawn, 2_147_483_648);
      at = 0;
    }
    return ((drawn[at++] as number) + 0.5) / 2_147_483_648;
  };
}
