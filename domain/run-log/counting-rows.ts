import type { ResultRow } from '../../contracts/result-row.ts';

/** What the rule looks at. */
export type CountedBy = Pick<ResultRow, 'sample_id' | 'status' | 'attempt' | 'trial' | 'variant' | 'finished_at'>;

/** The attempt of a row that counts, with what is kept of its results. */
interface Counting<T> {
  readonly rank: number;
  /** By variant. */
  readonly results: Map<string, { readonly finishedAt: string; readonly kept: T }>;
}

/**
 * The results of a run that count. Of each trial of a row, the newest attempt counts, with all its variants. Two things
 * matter more than being new: an attempt with variants replaces one without, and a skip never replaces a result.
 * `counting-sql.ts` states the same rule in SQL.
 */
export class CountingRows<T> {
  readonly #rows = new Map<string, Counting<T>>();

  /** @param kept what to remember of the result if it counts */
  add(result: CountedBy, kept: T): void {
    const key = keyOf(result.sample_id, result.trial);
    const rank = rankOf(result);
    const known = this.#rows.get(key);
    const counting = known && known.rank >= rank ? known : { rank, results: new Map() };
    if (counting.rank > rank) return;
    this.#rows.set(key, counting);
    const variant = result.variant ?? '';
    const finishedAt = result.finished_at ?? LAST;
    const same = counting.results.get(variant);
    // Of two results of the same attempt, the one that settled the row first stands.
    if (!same || finishedAt < same.finishedAt) counting.results.set(variant, { finishedAt, kept });
  }

  /** The results of one row that count: several if the target answers for several models. */
  of(sampleId: string, trial = 0): T[] {
    return [...(this.#rows.get(keyOf(sampleId, trial))?.results.values() ?? [])].map(({ kept }) => kept);
  }

  /** All results that count. */
  *[Symbol.iterator](): Generator<T> {
    for (const { results } of this.#rows.values()) for (const { kept } of results.values()) yield kept;
  }
}

const keyOf = (sampleId: string, trial: number | null | undefined): string => JSON.stringify([sampleId, trial ?? 0]);

/** After any time: a result without one settled last, as NULLs come last in SQL. */
const LAST = '~';

/** More than any number of attempts. */
const MANY = 2 ** 40;
const rankOf = ({ variant, status, attempt }: CountedBy): number =>
  (variant ? 2 * MANY : 0) + (status === 'skipped' ? 0 : MANY) + attempt;
