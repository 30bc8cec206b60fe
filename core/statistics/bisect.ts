/** Where a function that grows passes `target`, between `low` and `high`. */
export function bisect(growing: (x: number) => number, target: number, low: number, high: number): number {
  let [from, to] = [low, high];
  for (let step = 0; step < 50; step++) {
    const middle = (from + to) / 2;
    if (growing(middle) < target) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}
