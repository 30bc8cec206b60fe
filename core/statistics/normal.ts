/** The standard normal distribution. */

/** Below z, by the complementary error function (W. J. Cody's rational approximations are not needed: 1e-12 is enough). */
export function normalCdf(z: number): number {
  return 0.5 * erfc(-z / Math.SQRT2);
}

/** The continued fraction converges fast for large x, the series for small. */
function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < 2.5) return 1 - erfSeries(x);
  let fraction = 0;
  for (let k = 60; k > 0; k--) fraction = k / 2 / (x + fraction);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
}

function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 1; Math.abs(term) > 1e-17 * Math.abs(sum) && k < 200; k++) {
    term *= (-x * x) / k;
    sum += term / (2 * k + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** The z below which a share of `p` lies: Abramowitz and Stegun 26.2.23, then Newton on the distribution itself. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p <= 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  const [above, below] = [(0.010328 * t + 0.802853) * t + 2.515517, ((0.001308 * t + 0.189269) * t + 1.432788) * t + 1];
  let z = above / below - t;
  for (let step = 0; step < 3; step++) z -= ((normalCdf(z) - p) * Math.sqrt(2 * Math.PI)) / Math.exp((-z * z) / 2);
  return z;
}
