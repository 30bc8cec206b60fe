/** Of n!, by a table for small n and Stirling's series above: 14 digits. */
const SMALL = 256;
const table = new Float64Array(SMALL);
for (let n = 1; n < SMALL; n++) table[n] = (table[n - 1] ?? 0) + Math.log(n);

export const logFactorial = (n: number): number => (n < SMALL ? (table[n] ?? 0) : stirling(n + 1));

export const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Stirling's series is good from here on; below, Γ(x + 1) = x Γ(x) leads up to it. */
const FAR = 16;

export function logGamma(x: number): number {
  let [product, at] = [1, x];
  for (; at < FAR; at++) product *= at;
  return stirling(at) - Math.log(product);
}

const stirling = (x: number): number =>
  (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
