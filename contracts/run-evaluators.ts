import { type Evaluator, evaluatorsSchema } from './evaluators.ts';
import type { RunRecord } from './run-record.ts';

/** The evaluators a run's rows are scored by; none where nobody gave any. */
export function evaluatorsOf({ config }: Pick<RunRecord, 'config'>): Evaluator[] {
  const { evaluators } = JSON.parse(config) as { evaluators?: unknown };
  return evaluators === undefined ? [] : evaluatorsSchema.parse(evaluators);
}
