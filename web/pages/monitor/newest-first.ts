import type { MonitorResult } from '../../../contracts/monitor.ts';

type Known = Pick<MonitorResult, 'startedAt' | 'evaluatedAt'>;

/** When the agent spoke; a result without that time has the time it was evaluated. */
export const timeOfResult = ({ startedAt, evaluatedAt }: Known): string => startedAt ?? evaluatedAt;

/** A backfill evaluates last week's conversations today; today's still come first. */
export const newestFirst = <Result extends Known>(results: readonly Result[]): Result[] =>
  results.toSorted((a, b) => Date.parse(timeOfResult(b)) - Date.parse(timeOfResult(a)));
