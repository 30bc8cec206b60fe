/**
 * Strengths of several contestants from who beat whom: the chance that a beats b is s(a) / (s(a) + s(b)). Found by the
 * MM algorithm (D. Hunter, 2004). A tie is half a win for each.
 */
export function bradleyTerry(wins: readonly (readonly number[])[]): number[] | undefined {
  const count = wins.length;
  const won = (a: number, b: number): number => wins[a]?.[b] ?? 0;
  const total = wins.map((_, a) => wins.reduce((sum, _row, b) => sum + (a === b ? 0 : won(a, b)), 0));
  if (!isConnected(count, won)) return undefined;
  let strengths = Array.from({ length: count }, () => 1);
  for (let step = 0; step < 10_000; step++) {
    const next = strengths.map((own, a) => {
      let games = 0;
      for (const [b, other] of strengths.entries()) if (a !== b) games += (won(a, b) + won(b, a)) / (own + other);
      return (total[a] ?? 0) / games;
    });
    const mean = Math.exp(next.reduce((sum, strength) => sum + Math.log(strength), 0) / count);
    const scaled = next.map((strength) => strength / mean);
    const change = Math.max(...scaled.map((strength, at) => Math.abs(Math.log(strength / (strengths[at] ?? 1)))));
    strengths = scaled;
    if (change < 1e-12) break;
  }
  return strengths;
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
