const SHORTEST_SECONDS = 5;
const LONGEST_SECONDS = 900;
/** A job is looked at again when a fifth of its time has gone by once more. */
const SHARE = 5;
/** A look takes nine events, and a history holds 25,000. After so many looks they come rarely. */
const CHEAP_LOOKS = 1_200;

/**
 * Seconds until a job is looked at again that was submitted so long ago: from 5 s growing to 15 min, so that a job of a day
 * takes some 125 looks, of three transitions each.
 *
 * @param looks that the batch has taken so far
 */
export function pollAfter(ageSeconds: number, looks: number, fixedSeconds?: number): number {
  const fair = fixedSeconds ?? Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, Math.ceil(ageSeconds / SHARE)));
  return looks < CHEAP_LOOKS ? fair : Math.max(fair, LONGEST_SECONDS);
}
