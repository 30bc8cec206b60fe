import type { Interval } from '../../contracts/comparison.ts';
import { Z95 } from './z95.ts';

export interface Kappa {
  /** Share of rows that both judged alike. */
  readonly share: number;
  /** Agreement beyond what chance would bring: 1 is full, 0 is chance. Undefined where chance alone explains all. */
  readonly kappa?: number;
  readonly interval?: Interval;
}

/**
 * Cohen's κ of two who sorted the same rows, `table[a][b]` rows that the first called a and the second b. The interval is the
 * large-sample one (J. Fleiss, J. Cohen, B. Everitt, 1969), and reaches as far as that of a table with half a row more in each
 * cell does: few rows that agree do not prove that all do.
 */
export function cohensKappa(table: readonly (readonly number[])[]): Kappa | undefined {
  const total = table.flat().reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const found = estimate(table, total);
  const { share, kappa, error } = found;
  if (kappa === undefined || error === undefined) return { share };
  const fuller = estimate(
    table.map((row) => row.map((count) => count + 0.5)),
    total + table.length ** 2 / 2,
  );
  const [other, otherError] = [fuller.kappa ?? 0, fuller.error ?? 0];
  const interval = {
    low: Math.max(-1, Math.min(kappa - Z95 * error, other - Z95 * otherError)),
    high: Math.min(1, Math.max(kappa + Z95 * error, other + Z95 * otherError)),
  };
  return { share, kappa, interval };
}

function estimate(table: readonly (readonly number[])[], total: number): Kappa & { readonly error?: number } {
  const cell = (a: number, b: number): number => (table[a]?.[b] ?? 0) / total;
  const kinds = [...table.keys()];
  const first = kinds.map((a) => kinds.reduce((sum, b) => sum + cell(a, b), 0));
  const second = kinds.map((b) => kinds.reduce((sum, a) => sum + cell(a, b), 0));
  const share = kinds.reduce((sum, a) => sum + cell(a, a), 0);
  const chance = kinds.reduce((sum, a) => sum + (first[a] ?? 0) * (second[a] ?? 0), 0);
  if (chance >= 1) return { share };
  const kappa = (share - chance) / (1 - chance);
  let variance = -((kappa - chance * (1 - kappa)) ** 2);
  for (const a of kinds) {
    variance += cell(a, a) * (1 - ((first[a] ?? 0) + (second[a] ?? 0)) * (1 - kappa)) ** 2;
    for (const b of kinds) {
      if (a !== b) variance += (1 - kappa) ** 2 * cell(a, b) * ((second[a] ?? 0) + (first[b] ?? 0)) ** 2;
    }
  }
  return { share, kappa, error: Math.sqrt(Math.max(0, variance) / total) / (1 - chance) };
}
