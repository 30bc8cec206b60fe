const SHORTEST_SECONDS = 1;
const LONGEST_SECONDS = 900;
/** After so many looks, days have gone by; from then on the waits grow without bound. */
const BOUNDED_LOOKS = 600;

/**
 * Seconds until a paused run is looked at again: a twentieth of the time it has been paused. A short pause is left at
 * once, and however long a pause is, its looks never fill a batch's history: a year of pause
 * takes fewer than 700.
 */
export function lookAgainSeconds(waitedSeconds: number, looks: number): number {
  const fair = Math.max(SHORTEST_SECONDS, Math.ceil(waitedSeconds / 20));
  return looks < BOUNDED_LOOKS ? Math.min(fair, LONGEST_SECONDS) : fair;
}
