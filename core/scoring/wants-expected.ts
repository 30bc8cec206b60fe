import type { Evaluator } from '../../contracts/evaluators.ts';

/** What the answer is held against is part of these, or not needed. */
const NEVER: readonly string[] = ['json-schema', 'jsonata'];

/** Whether answers are compared with what the dataset expects; without evaluators they are. */
export const wantsExpected = (evaluators: readonly Evaluator[] | undefined): boolean =>
  !evaluators ||
  evaluators.some(
    (evaluator) =>
      !NEVER.includes(evaluator.type) &&
      !('value' in evaluator && evaluator.value !== undefined) &&
      !('pattern' in evaluator && evaluator.pattern !== undefined),
  );
