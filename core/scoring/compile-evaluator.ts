import type { Evaluator } from '../../contracts/evaluators.ts';
import { apart, checkApart } from './apart.ts';
import { asked, type Replies } from './asked-score.ts';
import type { Evaluate } from './compare.ts';
import { contains } from './contains.ts';
import { exact } from './exact.ts';
import { jsonMatch } from './json-match.ts';
import { jsonata } from './jsonata.ts';
import { numeric } from './numeric.ts';
import { similarity } from './similarity.ts';

/**
 * Makes what can be made once for all rows. Throws where the evaluator itself is wrong.
 * @param replies what judges and functions have answered
 */
export function compileEvaluator(evaluator: Evaluator, replies?: Replies): Evaluate {
  switch (evaluator.type) {
    case 'exact':
      return exact(evaluator);
    case 'contains':
      return contains(evaluator);
    case 'json-match':
      return jsonMatch(evaluator);
    case 'regex':
    case 'json-schema':
      return apart(evaluator);
    case 'numeric':
      return numeric(evaluator);
    case 'similarity':
      return similarity(evaluator);
    case 'jsonata':
      return jsonata(evaluator);
    case 'judge':
    case 'function':
      return asked(evaluator, replies);
  }
}

/** Refuses an evaluator that could score no answer: a pattern or an expression that is none. */
export async function checkEvaluator(evaluator: Evaluator): Promise<void> {
  compileEvaluator(evaluator);
  if (evaluator.type === 'regex' || evaluator.type === 'json-schema') await checkApart(evaluator);
}
