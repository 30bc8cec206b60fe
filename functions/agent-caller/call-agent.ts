import type { SFNClient } from '@aws-sdk/client-sfn';
import type { AgentAnswer, AgentEvent } from '../../contracts/caller.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import { AgentRow, type MaybeAnswer } from './agent-row.ts';
import { beginAgent } from './begin-agent.ts';
import { followAgent } from './follow-agent.ts';

/**
 * Takes the one row of an agent's batch a step further, before its agent and after it: what is to be done follows from the
 * row's log and from the agent's execution, so that it does not matter how often this is invoked.
 */
export async function callAgent(event: AgentEvent, sfn: SFNClient, ports: CallerPorts): Promise<AgentAnswer> {
  const row = await AgentRow.open(event, sfn, ports);
  for (;;) {
    const answer = await nextStep(row);
    if (answer) return answer;
  }
}

async function nextStep(row: AgentRow): MaybeAnswer {
  const { settled, claim } = row.log;
  if (settled) return row.done(settled);
  return claim ? followAgent(row, claim) : beginAgent(row);
}
