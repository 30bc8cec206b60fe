import { setTimeout as sleep } from 'node:timers/promises';
import { paginateListExecutions, type SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { AGENT_CANCELLED } from '../../contracts/errors.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { agentNamePrefix } from '../../core/row-identity.ts';
import { logger } from '../shared/powertools.ts';
import type { ControlDependencies } from './dependencies.ts';

/** A row that was claimed just before the run was cancelled has its agent started a moment later. */
const ROUNDS = 5;
const BETWEEN_ROUNDS_MS = 1_000;

/**
 * Stops the agents a cancelled run has in flight, until none is found any more. Where they may not be listed or stopped,
 * they run to their end: the run is cancelled all the same.
 */
export async function stopAgents(record: RunRecord, { sfn }: ControlDependencies): Promise<void> {
  const config = evaluationConfigSchema.parse(JSON.parse(record.config));
  if (config.executionMode !== 'agent') return;
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const stopped = await stopRound(record, config.agentStateMachineArn, sfn);
      if (stopped === 0 && round > 1) return;
      await sleep(BETWEEN_ROUNDS_MS);
    }
  } catch (error) {
    const { evaluation_id: evaluationId } = record;
    logger.warn('Agents could not be stopped', { evaluationId, errorName: (error as Error).name });
  }
}

async function stopRound(record: RunRecord, stateMachineArn: string, sfn: SFNClient): Promise<number> {
  const prefix = agentNamePrefix(record.evaluation_id);
  const why = { error: AGENT_CANCELLED, cause: record.reason ?? 'The run was cancelled.' };
  const pages = paginateListExecutions({ client: sfn, pageSize: 1000 }, { stateMachineArn, statusFilter: 'RUNNING' });
  let stopped = 0;
  for await (const { executions = [] } of pages) {
    const ours = executions.filter(({ name }) => name?.startsWith(prefix));
    await Promise.all(ours.map(({ executionArn }) => sfn.send(new StopExecutionCommand({ executionArn, ...why }))));
    stopped += ours.length;
  }
  return stopped;
}
