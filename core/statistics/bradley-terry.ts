import { solve } from './solve.ts';

/** Steps of Newton's method; it takes some ten, and each near the end doubles the digits that are right. */
const MOST_STEPS = 200;

/**
 * Strengths of several contestants from who beat whom: the chance that a beats b is s(a) / (s(a) + s(b)). Found by Newton's
 * method on their logarithms, which no imbalance slows down as it does the MM algorithm (D. Hunter, 2004). A tie is half a win
 * for each. Undefined where strengths have no bound or were not found.
 */
export function bradleyTerry(wins: readonly (readonly number[])[]): number[] | undefined {
  const count = wins.length;
  const won = (a: number, b: number): number => wins[a]?.[b] ?? 0;
  if (!isConnected(count, won)) return undefined;
  const all = wins.flat().reduce((sum, value) => sum + value, 0);
  let logs = wins.map(() => 0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const chance = (a: number, b: number) => 1 / (1 + Math.exp((logs[b] ?? 0) - (logs[a] ?? 0)));
    const missing = wins.map((_, a) =>
      wins.reduce((sum, _row, b) => sum + (a === b ? 0 : won(a, b) - (won(a, b) + won(b, a)) * chance(a, b)), 0),
    );
    if (Math.max(...missing.map(Math.abs)) <= 1e-12 * all) {
      const mean = logs.reduce((sum, log) => sum + log, 0) / count;
      return logs.map((log) => Math.exp(log - mean));
    }
    // Only differences of logarithms matter; their mean is held where it is.
    const curve = wins.map((_, a) =>
      wins.map((_row, b) => 1 / count - (a === b ? 0 : (won(a, b) + won(b, a)) * chance(a, b) * chance(b, a))),
    );
    for (const [a, row] of curve.entries())
      row[a] = 1 / count + row.reduce((sum, x, b) => sum + (a === b ? 0 : 1 / count - x), 0);
    const move = solve(curve, missing);
    // A long step leaves the part of the curve that it was drawn for.
    const scale = Math.min(1, 2 / Math.max(...move.map(Math.abs)));
    logs = logs.map((log, a) => log + scale * (move[a] ?? 0));
  }
  return undefined;
}

/** Strengths exist only if everybody can be reached from everybody by a chain of wins; otherwise some are without bound. */
function isConnected(count: number, won: (a: number, b: number) => number): boolean {
  const reaches = (beats: (a: number, b: number) => boolean): boolean => {
    const seen = new Set([0]);
    for (const a of seen) for (let b = 0; b < count; b++) if (beats(a, b)) seen.add(b);
    return seen.size === count;
  };
  return count > 0 && reaches((a, b) => won(a, b) > 0) && reaches((a, b) => won(b, a) > 0);
}
