import { logFactorial } from './log-gamma.ts';

/** Below this expected number counting up is quicker. */
const FEW = 10;

/** How many of `n` succeed that succeed with chance `p` each. @param uniform gives numbers above 0 and below 1 */
export function drawBinomial(n: number, p: number, uniform: () => number): number {
  if (n === 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - drawBinomial(n, 1 - p, uniform);
  return n * p < FEW ? byInversion(n, p, uniform()) : byRejection(n, p, uniform);
}

function byInversion(n: number, p: number, uniform: number): number {
  const odds = p / (1 - p);
  let chance = (1 - p) ** n;
  let rest = uniform;
  let k = 0;
  while (rest > chance && k < n) {
    rest -= chance;
    k += 1;
    chance *= ((n + 1) * odds) / k - odds;
  }
  return k;
}

/** BTRS: W. Hörmann, "The generation of binomial random variates", 1993. */
function byRejection(n: number, p: number, uniform: () => number): number {
  const deviation = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const center = n * p + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  for (;;) {
    const v = uniform();
    const u = uniform() - 0.5;
    const us = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / us + b) * u + center);
    if (us >= 0.07 && v <= squeeze) return k;
    if (k < 0 || k > n) continue;
    const mode = Math.floor((n + 1) * p);
    const alpha = (2.83 + 5.1 / b) * deviation;
    const bound =
      logFactorial(mode) +
      logFactorial(n - mode) -
      logFactorial(k) -
      logFactorial(n - k) +
      (k - mode) * Math.log(p / (1 - p));
    if (Math.log((v * alpha) / (a / (us * us) + b)) <= bound) return k;
  }
}
