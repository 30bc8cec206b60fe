import type { EvalFile } from '../../contracts/eval-file.ts';
import type { EvaluationConfigInput } from '../../contracts/evaluation-config.ts';
import { endpointOf } from '../../domain/models/compile-model.ts';

/** The configuration in the form of an execution input. Undefined if the file names a stored one. */
export function configOf(file: EvalFile): EvaluationConfigInput | undefined {
  if (file.config) return file.config;
  const { target, dataset, mappings = {}, executor, evaluators, export: exported, prices, trace } = file;
  const common = {
    ...(target?.name && { targetName: target.name }),
    ...(target?.rateLimit && { rateLimit: target.rateLimit }),
    ...(executor && { executor }),
    ...(evaluators && { evaluators }),
    ...(exported && { export: exported }),
    ...(dataset.threadFields && { threadFields: dataset.threadFields }),
    ...(prices && { prices }),
    ...(trace !== undefined && { trace }),
  };
  const { model, endpoint = model && endpointOf(model) } = target ?? {};
  if (endpoint) {
    return {
      executionMode: 'endpoint',
      ...(model && { model }),
      endpoint,
      ...(target?.bulkConfig && { bulkConfig: target?.bulkConfig }),
      ...(mappings.input && { endpointInputMapping: mappings.input }),
      ...(mappings.output && { endpointOutputMapping: mappings.output }),
      ...common,
    };
  }
  if (target?.agent) {
    return {
      executionMode: 'agent',
      agentStateMachineArn: target.agent,
      ...(mappings.input && { agentInputMapping: mappings.input }),
      ...(mappings.output && { agentOutputMapping: mappings.output }),
      ...common,
    };
  }
  if (target?.tool) {
    return {
      executionMode: 'tool',
      toolLambdaArn: target.tool,
      ...(mappings.input && { toolInputMapping: mappings.input }),
      ...(mappings.output && { toolOutputMapping: mappings.output }),
      ...common,
    };
  }
  return undefined;
}
