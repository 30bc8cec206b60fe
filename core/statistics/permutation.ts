import { mcnemar } from './mcnemar.ts';
import { drawerFrom } from './random.ts';

/**
 * The p of a paired permutation test: how often differences as large would come about if it were a coin that says which
 * of the two variants is which, unit by unit. Two-sided.
 */
export function permutationP(differences: readonly number[], seed: string, samples = 10_000): number {
  // Ties stay what they are whichever way they are turned.
  const turned = Float64Array.from(differences.filter((difference) => difference !== 0));
  if (turned.length === 0) return 1;
  const size = Math.abs(turned[0] ?? 0);
  // All alike: the test is that of a coin, which is known exactly.
  if (turned.every((difference) => Math.abs(difference) === size)) {
    const up = turned.filter((difference) => difference > 0).length;
    return mcnemar(up, turned.length - up).p;
  }
  const total = turned.reduce((sum, difference) => sum + difference, 0);
  const blocks = blockSums(turned);
  const turns = new Uint32Array(blocks.length);
  const draw = drawerFrom(seed);
  // Sums of the same numbers in another order may differ in their last digits.
  const observed = Math.abs(total) * (1 - 1e-12);
  let asLarge = 0;
  for (let sample = 0; sample < samples; sample++) {
    draw(turns, WAYS);
    let up = 0;
    for (let block = 0; block < turns.length; block++)
      up += (blocks[block] as Float64Array)[turns[block] as number] as number;
    if (Math.abs(2 * up - total) >= observed) asLarge += 1;
  }
  return (asLarge + 1) / (samples + 1);
}

/** Differences that are turned by one random number, and the ways to turn them. */
const BLOCK = 8;
const WAYS = 2 ** BLOCK;

/** Of each block of differences, the sum of those that are up, for every way to turn them. */
function blockSums(differences: Float64Array): Float64Array[] {
  const count = Math.ceil(differences.length / BLOCK);
  return Array.from({ length: count }, (_, block) =>
    Float64Array.from({ length: WAYS }, (_sum, way) => {
      let sum = 0;
      for (let at = 0; at < BLOCK; at++) if ((way >>> at) & 1) sum += differences[block * BLOCK + at] ?? 0;
      return sum;
    }),
  );
}
