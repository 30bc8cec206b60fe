import { setTimeout as sleep } from 'node:timers/promises';
import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { AGENT_CANCELLED } from '../../contracts/errors.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { eachOf } from '../../core/each-of.ts';
import { executionArnOf } from '../../core/row-identity.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { logger } from '../shared/powertools.ts';
import { agentsInFlight } from './agents-in-flight.ts';
import type { ControlDependencies } from './dependencies.ts';

/** A row that was claimed just before the run was cancelled has its agent started a moment later. */
const ROUNDS = 5;
const BETWEEN_ROUNDS_MS = 1_000;
/** StopExecution's quota is 200 a second or more. */
const STOPPED_AT_ONCE = 16;

/**
 * Stops the agents a cancelled run has in flight, until its logs name none any more. Where they may not be stopped, they
 * run to their end: the run is cancelled all the same.
 */
export async function stopAgents(record: RunRecord, deps: ControlDependencies): Promise<void> {
  const config = evaluationConfigSchema.parse(JSON.parse(record.config));
  if (config.executionMode !== 'agent') return;
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const names = await agentsInFlight(record, deps);
      if (names.length === 0 && round > 1) return;
      await eachOf(names, STOPPED_AT_ONCE, (name) =>
        stopAgent(executionArnOf(config.agentStateMachineArn, name), record, deps),
      );
      await sleep(BETWEEN_ROUNDS_MS);
    }
  } catch (error) {
    const { evaluation_id: evaluationId } = record;
    logger.warn('Agents could not be stopped', { evaluationId, errorName: (error as Error).name });
  }
}

async function stopAgent(executionArn: string, { reason }: RunRecord, { sfn }: ControlDependencies): Promise<void> {
  const why = { error: AGENT_CANCELLED, cause: reason ?? 'The run was cancelled.' };
  try {
    await sfn.send(new StopExecutionCommand({ executionArn, ...why }));
  } catch (error) {
    // Claimed and not started: the next round finds it, if it still is.
    if ((error as Error).name !== 'ExecutionDoesNotExist') throw error;
  }
}
