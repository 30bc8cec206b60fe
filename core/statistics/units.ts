/** A figure of every unit; where some have no value of it, `counts` tells how many values each has. */
export interface Column {
  readonly sums: Float64Array;
  readonly counts?: Float64Array;
  /** Units that are alike may stand together: how many each place stands for. */
  readonly weights?: Float64Array;
}

/** What is drawn again when figures are resampled: a row, or rows that belong together (a thread, trials of one row). */
export interface Units {
  readonly count: number;
  readonly columns: readonly Column[];
}

/** @param values rows by columns, undefined where there is no value  @param clusters the unit of each row; default: its own */
export function unitsOf(
  values: readonly (readonly (number | undefined)[])[],
  columns: number,
  clusters?: readonly string[],
): Units {
  const places = new Map<string, number>();
  const placeOf = values.map((_, row) => {
    if (!clusters) return row;
    const key = clusters[row] ?? '';
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  const count = clusters ? places.size : values.length;
  return {
    count,
    columns: Array.from({ length: columns }, (_, column) => {
      const sums = new Float64Array(count);
      const counts = new Float64Array(count);
      for (const [row, figures] of values.entries()) {
        const value = figures[column];
        if (value === undefined) continue;
        const place = placeOf[row] ?? 0;
        sums[place] = (sums[place] ?? 0) + value;
        counts[place] = (counts[place] ?? 0) + 1;
      }
      return counts.every((number) => number === 1) ? { sums } : { sums, counts };
    }),
  };
}

/** The mean of each column; NaN where it has no value. */
export const meansOf = ({ count, columns }: Units): number[] =>
  columns.map(({ sums, counts }) => total(sums) / (counts ? total(counts) : count));

const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
