/** The bounds of a share, in percent: 64.0–94.8. */
export const between = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  [low, high].map((bound) => (bound * 100).toFixed(1)).join('–');
