import { logChoose } from './log-gamma.ts';

/** Rows that only one of two variants passed decide between them: under no difference each is a toss of a coin. */
export interface McNemar {
  /** Rows that only the variant passed, and rows that only the baseline passed. */
  readonly onlyVariant: number;
  readonly onlyBaseline: number;
  /** Exact, two-sided. */
  readonly p: number;
}

export function mcnemar(onlyVariant: number, onlyBaseline: number): McNemar {
  const tosses = onlyVariant + onlyBaseline;
  const fewer = Math.min(onlyVariant, onlyBaseline);
  let tail = 0;
  for (let k = 0; k <= fewer; k++) tail += Math.exp(logChoose(tosses, k) - tosses * Math.LN2);
  return { onlyVariant, onlyBaseline, p: Math.min(1, 2 * tail) };
}
