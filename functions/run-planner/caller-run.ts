import type { CallerRun } from '../../contracts/caller.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { areQuick } from '../../core/scoring/grade-results.ts';
import type { ChosenRun } from './choose-run.ts';

/** The part of the plan that every batch carries to its callers. */
/** @param isEarly the first rows of the run are still to come */
export function callerRun(evaluationId: string, run: ChosenRun, retriesFailed: boolean, isEarly = false): CallerRun {
  const { executor, rateLimit, prices, threadFields, evaluators, trace, executionMode } = run.config;
  return {
    evaluationId,
    attempt: run.attempt,
    datasetId: run.datasetId,
    experimentId: run.experimentId,
    targetName: run.targetName,
    executionMode,
    timeoutSeconds: executor.timeoutSeconds,
    retryPolicy: executor.retryPolicy,
    rateLimit,
    delayMs: executor.delayMs,
    stopOnError: executor.stopOnError,
    errorThreshold: executor.errorThreshold,
    earlyStop: executor.earlyStop && isEarly,
    retriesFailed,
    budgetLimit: executor.budgetLimit,
    assumeCostPerRow: executor.assumeCostPerRow,
    prices,
    threadFields,
    isScored: evaluators !== undefined,
    ...(evaluators && areQuick(evaluators) && { evaluators }),
    trace,
    ...target(run.config),
  };
}

function target(config: EvaluationConfig) {
  switch (config.executionMode) {
    case 'endpoint':
      return {
        endpoint: config.endpoint,
        bulkConfig: config.bulkConfig,
        inputMapping: config.endpointInputMapping,
        outputMapping: config.endpointOutputMapping,
      };
    case 'agent':
      return {
        agentStateMachineArn: config.agentStateMachineArn,
        inputMapping: config.agentInputMapping,
        outputMapping: config.agentOutputMapping,
      };
    case 'tool':
      return {
        toolLambdaArn: config.toolLambdaArn,
        inputMapping: config.toolInputMapping,
        outputMapping: config.toolOutputMapping,
      };
  }
}
