import type { EvaluatorOf } from '../../contracts/evaluators.ts';
import type { Score } from '../../contracts/score.ts';
import { inSandbox, SandboxError } from '../sandbox/sandbox.ts';
import { type Evaluate, ScoringError } from './compare.ts';

/** Without an answer, only the evaluator itself is checked. */
export interface ScoringTask {
  readonly evaluator: EvaluatorOf<'json-schema' | 'regex'>;
  readonly answer?: { readonly actual: string; readonly expected?: string };
}

/** Schemas and patterns come from users and from rows, and small ones take any time and memory. */
export const apart =
  (evaluator: ScoringTask['evaluator']): Evaluate =>
  async ({ actual, expected }) =>
    (await score({ evaluator, answer: { actual, expected } })) as Score;

/** Throws where the evaluator could score no answer. */
export const checkApart = (evaluator: ScoringTask['evaluator']): Promise<unknown> => score({ evaluator });

async function score(task: ScoringTask): Promise<unknown> {
  try {
    return await inSandbox('schemas', task);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const what = task.evaluator.type === 'regex' ? 'pattern' : 'JSON Schema';
    const problem = error.thrown ? error.message : `The ${what} cannot be applied to this answer: ${error.message}.`;
    throw new ScoringError(problem, { cause: error });
  }
}
