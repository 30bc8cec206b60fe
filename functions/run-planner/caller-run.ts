import type { SFNClient } from '@aws-sdk/client-sfn';
import type { CallerRun } from '../../contracts/caller.ts';
import { areQuick } from '../../core/scoring/grade-results.ts';
import { agentTypeOf } from './agent-type.ts';
import type { ChosenRun } from './choose-run.ts';

interface CallerOptions {
  /** Failed rows get one more round in the same execution. */
  readonly retriesFailed?: boolean;
  /** The first rows of the run are still to come. */
  readonly isEarly?: boolean;
}

/** The part of the plan that every batch carries to its callers. */
export async function callerRun(
  evaluationId: string,
  { config, ...run }: Pick<ChosenRun, 'config' | 'attempt' | 'datasetId' | 'experimentId' | 'targetName'>,
  { retriesFailed = false, isEarly = false }: CallerOptions,
  sfn: SFNClient,
): Promise<CallerRun> {
  const { executor, rateLimit, prices, threadFields, evaluators, trace } = config;
  const ofAnyTarget = {
    evaluationId,
    attempt: run.attempt,
    datasetId: run.datasetId,
    experimentId: run.experimentId,
    targetName: run.targetName,
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
  };
  switch (config.executionMode) {
    case 'endpoint':
      return {
        ...ofAnyTarget,
        executionMode: 'endpoint',
        endpoint: config.endpoint,
        model: config.model,
        bulkConfig: config.bulkConfig,
        inputMapping: config.endpointInputMapping,
        outputMapping: config.endpointOutputMapping,
      };
    case 'agent':
      return {
        ...ofAnyTarget,
        executionMode: 'agent',
        agentStateMachineArn: config.agentStateMachineArn,
        agentType: await agentTypeOf(config.agentStateMachineArn, sfn),
        inputMapping: config.agentInputMapping,
        outputMapping: config.agentOutputMapping,
      };
    case 'tool':
      return {
        ...ofAnyTarget,
        executionMode: 'tool',
        toolLambdaArn: config.toolLambdaArn,
        inputMapping: config.toolInputMapping,
        outputMapping: config.toolOutputMapping,
      };
  }
}
