/** Solves linear equations by Gaussian elimination; for a few of them, of a positive definite matrix. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, pivot] of rows.entries()) {
    for (const row of rows.slice(at + 1)) {
      const factor = (row[at] ?? 0) / (pivot[at] || Number.MIN_VALUE);
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  const found = rows.map(() => 0);
  for (let at = rows.length - 1; at >= 0; at--) {
    const known = found.reduce((sum, value, column) => sum + value * (rows[at]?.[column] ?? 0), 0);
    found[at] = ((rows[at]?.at(-1) ?? 0) - known) / (rows[at]?.[at] || Number.MIN_VALUE);
  }
  return found;
}
