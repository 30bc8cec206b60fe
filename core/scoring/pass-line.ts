/** What arithmetic in doubles may be off by: 1 - 17 / 50 is 0.66 to within this part of it. */
export const ROUNDING = 4 * Number.EPSILON;

/** Whether a score reaches the pass line, give or take rounding. */
export const reaches = (score: number, passAt: number): boolean =>
  score >= passAt - ROUNDING * Math.max(Math.abs(score), Math.abs(passAt));
