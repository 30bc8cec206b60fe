import type { AskingEvaluator } from '../../contracts/asking-evaluators.ts';
import { type EvaluationConfig, evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { configOfTarget, type Target } from '../../contracts/target.ts';
import { judgingModel } from '../../domain/models/judging-model.ts';
import { fingerprint } from '../row-identity.ts';

/** An agent takes messages: the question as JSON text, and as it is. */
const AGENT_INPUT = '{ "messages": [{ "role": "user", "content": $string(input) }], "input": input }';
const AS_IT_IS = 'input';

/**
 * The configuration of the run in which an evaluator asks.
 * @param registered the target that a judge names, where it names one
 */
export function askedConfig(evaluator: AskingEvaluator, registered?: Target): EvaluationConfig {
  const { maxConcurrency, timeoutSeconds, assumeCostPerCall } = evaluator.executor;
  const executor = { maxConcurrency, timeoutSeconds, assumeCostPerRow: assumeCostPerCall };
  if (evaluator.type === 'function') {
    // What a function of yours costs is not counted, unless you say it.
    const asked = { ...executor, assumeCostPerRow: assumeCostPerCall ?? 0 };
    return parsed({
      executionMode: 'tool',
      toolLambdaArn: evaluator.lambda,
      toolInputMapping: AS_IT_IS,
      executor: asked,
    });
  }
  const { target, inputMapping, outputMapping } = evaluator;
  if (registered) {
    const { evaluators: _evaluators, ...config } = configOfTarget(registered);
    const own = { ...config.executor, ...executor, retryFailed: false, budgetLimit: undefined };
    return { ...config, executor: { ...own, assumeCostPerRow: assumeCostPerCall ?? config.executor.assumeCostPerRow } };
  }
  if (target.agent) {
    const agentInputMapping = inputMapping ?? AGENT_INPUT;
    const agent = { agentStateMachineArn: target.agent, agentInputMapping, agentOutputMapping: outputMapping };
    return parsed({ executionMode: 'agent', ...agent, executor });
  }
  if (target.tool) {
    const toolInputMapping = inputMapping ?? AS_IT_IS;
    const tool = { toolLambdaArn: target.tool, toolInputMapping, toolOutputMapping: outputMapping };
    return parsed({ executionMode: 'tool', ...tool, executor });
  }
  const { model, endpoint, bulkConfig } = target;
  return parsed({
    executionMode: 'endpoint',
    ...(model && { model: judgingModel(model, evaluator.pair) }),
    endpoint,
    bulkConfig,
    endpointInputMapping: inputMapping,
    endpointOutputMapping: outputMapping,
    executor,
  });
}

const parsed = (config: unknown): EvaluationConfig => evaluationConfigSchema.parse(config);

/** Who is asked: the same target, of the same tenant, asked in the same way. How many at a time changes nothing. */
export function askerOf(tenant: string, { executor: _executor, ...config }: EvaluationConfig): string {
  return fingerprint(JSON.stringify([tenant, config]));
}
