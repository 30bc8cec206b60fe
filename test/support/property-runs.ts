/**
 * How often a property is tried in `npm test`: a quarter of what it is worth. `npm run fuzz` and `npm run soak` try it
 * as often as that.
 */
export const propertyRuns = (worth: number): number =>
  process.env.ROLLCALL_SOAK || process.env.ROLLCALL_FUZZ ? worth : Math.ceil(worth / 4);
