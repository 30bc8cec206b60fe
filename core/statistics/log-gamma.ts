/** Of n!, by a table for small n and Stirling's series above: 14 digits. */
const SMALL = 256;
const table = new Float64Array(SMALL);
for (let n = 1; n < SMALL; n++) table[n] = (table[n - 1] ?? 0) + Math.log(n);

export function logFactorial(n: number): number {
  if (n < SMALL) return table[n] ?? 0;
  const x = n + 1;
  return (
    (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5)
  );
}

export const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);
