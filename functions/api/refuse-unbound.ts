import { isAsking } from '../../contracts/asking-evaluators.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import type { Evaluator } from '../../contracts/evaluators.ts';
import { askedConfig } from '../../core/scoring/asked-config.ts';
import { problemOfTarget } from '../../core/target-bindings.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Caller } from './route.ts';

type Called = Parameters<typeof problemOfTarget>[0] & Partial<Pick<EvaluationConfig, 'evaluators'>>;

/** Refuses what the caller's rows, or judges of them, could not call; when one is called it is looked at again. */
export function refuseUnbound(called: Called, { tenant }: Caller, { bindings }: ApiDependencies): void {
  for (const one of [called, ...(called.evaluators ?? []).flatMap(asked)]) {
    const problem = problemOfTarget(one, tenant, bindings);
    if (problem) throw new RollcallError('TargetAccessDenied', problem);
  }
}

/** Whom an evaluator asks. A registered target was looked at when it was registered. */
function asked(evaluator: Evaluator): Called[] {
  if (!isAsking(evaluator) || (evaluator.type === 'judge' && evaluator.target.target)) return [];
  return [askedConfig(evaluator)];
}
