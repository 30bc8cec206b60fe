/** Random numbers that are the same each time for the same seed: sfc32, seeded through a hash (FNV-1a) of the text. */

function stateFrom(seed: string): Uint32Array {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
  return Uint32Array.of(hash, hash ^ 0x9e3779b9, hash ^ 0x243f6a88, 1);
}

/** The first numbers are still alike for seeds that are. */
const WARM_UP = 16;

/** Fills an array with whole numbers below `limit`, at most 2^31. The bias is below limit / 2^31. In one loop, because there are billions. */
export function drawerFrom(seed: string): (into: Int32Array, limit: number) => void {
  const state = stateFrom(seed);
  const draw = (into: Int32Array, limit: number): void => {
    // As signed numbers: the engine then counts in whole numbers, which is four times as quick.
    let a = (state[0] as number) | 0;
    let b = (state[1] as number) | 0;
    let c = (state[2] as number) | 0;
    let counter = (state[3] as number) | 0;
    const scale = limit / 2_147_483_648;
    for (let at = 0; at < into.length; at++) {
      const sum = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      into[at] = ((sum >>> 1) * scale) | 0;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = counter;
  };
  draw(new Int32Array(WARM_UP), 1);
  return draw;
}
