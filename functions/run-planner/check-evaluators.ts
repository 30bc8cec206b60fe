import type { TargetStore } from '../../client/targets/target-store.ts';
import { isAsking } from '../../contracts/asking-evaluators.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { askedConfig } from '../../core/scoring/asked-config.ts';
import { checkEvaluator } from '../../core/scoring/compile-evaluator.ts';
import { checked } from './read-input.ts';

/** Refuses evaluators that could score no row, before the first row is called: broken patterns, judges that are not there. */
export async function checkEvaluators(
  evaluationId: string,
  { evaluators = [], executor }: EvaluationConfig,
  targets: Pick<TargetStore, 'read'>,
): Promise<void> {
  for (const evaluator of evaluators) {
    try {
      const config = await compiledOrAsked(evaluator, ownerOf(evaluationId).tenant, targets);
      if (config) checked({ ...config, executor: { ...config.executor, budgetLimit: executor.budgetLimit } });
    } catch (error) {
      const { message } = error as Error;
      throw new RollcallError('InvalidRunInput', `Evaluator ${nameOf(evaluator)}: ${message}`, { cause: error });
    }
  }
}

async function compiledOrAsked(
  evaluator: Evaluator,
  tenant: string,
  targets: Pick<TargetStore, 'read'>,
): Promise<EvaluationConfig | undefined> {
  if (!isAsking(evaluator)) {
    await checkEvaluator(evaluator);
    return undefined;
  }
  const registered = evaluator.type === 'judge' ? evaluator.target.target : undefined;
  return askedConfig(evaluator, registered ? (await targets.read(tenant, registered)).target : undefined);
}
