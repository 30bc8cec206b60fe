import { mcnemar } from './mcnemar.ts';
import { normalCdf } from './normal.ts';
import { drawerFrom } from './random.ts';

/** Where no difference is more than so small a part of all squares, the sum of the turned is normal to four digits. */
const MANY = 2_000;

/** So few differences are turned in every way there is. */
const FEW = 13;

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
  if (turned.every((difference) => Math.abs(Math.abs(difference) - size) < 1e-12 * size)) {
    const up = turned.filter((difference) => difference > 0).length;
    return mcnemar(up, turned.length - up).p;
  }
  const total = turned.reduce((sum, difference) => sum + difference, 0);
  // Sums of the same numbers in another order may differ in their last digits.
  const observed = Math.abs(total) - 1e-12 * turned.reduce((sum, difference) => sum + Math.abs(difference), 0);
  const squares = turned.reduce((sum, difference) => sum + difference ** 2, 0);
  if (squares > MANY * turned.reduce((most, difference) => Math.max(most, difference ** 2), 0))
    return Math.min(1, 2 * normalCdf(-observed / Math.sqrt(squares)));
  if (turned.length <= FEW) return ofAllWays(turned, total, observed);
  const sums = blockSums(turned);
  const turns = new Int32Array(sums.length / WAYS);
  const draw = drawerFrom(seed);
  let asLarge = 0;
  for (let sample = 0; sample < samples; sample++) {
    draw(turns, WAYS);
    let up = 0;
    for (let block = 0; block < turns.length; block++) up += sums[block * WAYS + (turns[block] as number)] as number;
    if (Math.abs(2 * up - total) >= observed) asLarge += 1;
  }
  return (asLarge + 1) / (samples + 1);
}

function ofAllWays(turned: Float64Array, total: number, observed: number): number {
  const ups = [0];
  for (const difference of turned) ups.push(...ups.map((up) => up + difference));
  return ups.filter((up) => Math.abs(2 * up - total) >= observed).length / ups.length;
}

/** Differences that are turned by one random number, and the ways to turn them. */
const BLOCK = 8;
const WAYS = 2 ** BLOCK;

/** Of each block of differences, the sum of those that are up, for every way to turn them: block by block. */
function blockSums(differences: Float64Array): Float64Array {
  const sums = new Float64Array(Math.ceil(differences.length / BLOCK) * WAYS);
  for (let at = 0; at < sums.length; at++) {
    const way = at % WAYS;
    if (way === 0) continue;
    const lowest = 31 - Math.clz32(way & -way);
    // The same way but for one that is down has its sum already.
    sums[at] = (sums[at - 2 ** lowest] as number) + (differences[Math.floor(at / WAYS) * BLOCK + lowest] ?? 0);
  }
  return sums;
}
