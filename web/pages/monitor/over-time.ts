import type { MonitorResult } from '../../../contracts/monitor.ts';

/** Results of a stretch of time. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly passed: number;
  readonly wrong: number;
  readonly erred: number;
}

const STRETCHES = 24;
const SHORTEST_MS = 60_000;

type Known = Pick<MonitorResult, 'startedAt' | 'evaluatedAt' | 'passed'>;

/** When the agent spoke; a result without that time has the time it was evaluated. */
export const timeOfResult = ({ startedAt, evaluatedAt }: Pick<Known, 'startedAt' | 'evaluatedAt'>): string =>
  startedAt ?? evaluatedAt;

/**
 * The time the results span, in equal stretches of a minute or more, the oldest first. What counts is when agents said it: a
 * monitor that looks back evaluates a week within a minute.
 */
export function overTime(results: readonly Known[]): Stretch[] {
  const times = results.map((result) => Date.parse(timeOfResult(result)));
  if (times.length === 0) return [];
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  const length = Math.max(SHORTEST_MS, (last - first) / STRETCHES);
  const stretches = Math.min(STRETCHES, Math.floor((last - first) / length) + 1);
  const counts = Array.from({ length: stretches }, () => ({ passed: 0, wrong: 0, erred: 0 }));
  for (const [index, { passed }] of results.entries()) {
    const at = Math.min(stretches - 1, Math.floor(((times[index] ?? first) - first) / length));
    const one = counts[at];
    if (one) one[passed === null ? 'erred' : passed ? 'passed' : 'wrong'] += 1;
  }
  return counts.map((one, at) => ({ ...one, from: first + at * length, to: first + (at + 1) * length }));
}
