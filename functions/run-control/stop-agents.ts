import { paginateListExecutions, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { AGENT_CANCELLED } from '../../contracts/errors.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import type { RunRecord } from '../../contracts/run-record.ts';
import { agentNamePrefix } from '../../core/row-identity.ts';
import { logger } from '../shared/powertools.ts';
import type { ControlDependencies } from './dependencies.ts';

/**
 * Stops the agents a cancelled run has in flight. Their callers would do it when they look next, but an agent that has
 * run for hours is looked at rarely; so what cannot be done here is left to them.
 */
export async function stopAgents(record: RunRecord, { sfn }: ControlDependencies): Promise<void> {
  const config = evaluationConfigSchema.parse(JSON.parse(record.config));
  if (config.executionMode !== 'agent') return;
  const { agentStateMachineArn: stateMachineArn } = config;
  const prefix = agentNamePrefix(record.evaluation_id);
  try {
    const pages = paginateListExecutions({ client: sfn, pageSize: 1000 }, { stateMachineArn, statusFilter: 'RUNNING' });
    for await (const { executions = [] } of pages) {
      const ours = executions.filter(({ name }) => name?.startsWith(prefix));
      const why = { error: AGENT_CANCELLED, cause: record.reason ?? 'The run was cancelled.' };
      await Promise.all(ours.map(({ executionArn }) => sfn.send(new StopExecutionCommand({ executionArn, ...why }))));
    }
  } catch (error) {
    const { evaluation_id: evaluationId } = record;
    logger.warn('Agents could not be stopped at once', { evaluationId, errorName: (error as Error).name });
  }
}
