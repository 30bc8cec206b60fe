import { logGamma } from './log-gamma.ts';

/** The share of a beta distribution below x (the regularized incomplete beta function), by Lentz's continued fraction. */
export function betaCdf(x: number, a: number, b: number): number {
  if (!(x > 0)) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below the mean, and the other tail is the rest.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let [c, d] = [1, nonZero(1 - ((a + b) * x) / (a + 1))];
  let fraction = 1 / d;
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = nonZero(1 + even * (1 / d));
    c = nonZero(1 + even / c);
    fraction *= c / d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = nonZero(1 + odd * (1 / d));
    c = nonZero(1 + odd / c);
    const step = c / d;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return front * fraction;
}

const nonZero = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);
