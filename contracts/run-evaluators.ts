import type { RunRecord } from '../domain/run-records/run-record.ts';
import { type Evaluator, evaluatorsSchema } from './evaluators.ts';
import { type ThreadFields, threadFieldsSchema } from './thread-fields.ts';

/** The evaluators a run's rows are scored by; none where nobody gave any. */
export function evaluatorsOf({ config }: Pick<RunRecord, 'config'>): Evaluator[] {
  const { evaluators } = JSON.parse(config) as { evaluators?: unknown };
  return evaluators === undefined ? [] : evaluatorsSchema.parse(evaluators);
}

/** The columns of conversations that its evaluators see as lists of turns. */
export function threadFieldsOf({ config }: Pick<RunRecord, 'config'>): ThreadFields | undefined {
  const { threadFields } = JSON.parse(config) as { threadFields?: unknown };
  return threadFieldsSchema.optional().parse(threadFields);
}
