import { describeExecution } from '../shared/describe-execution.ts';
import type { AgentRow } from './agent-row.ts';

/** A row is looked for in so many passes before this one, and in so many calls of each. */
const MOST_PASSES_BACK = 3;
const MOST_CALLS = 5;

/**
 * A row that has no result yet may have an agent all the same: its pass was stopped or crashed, and the agent ran on. It
 * is paid for already.
 * @returns the name of its execution
 */
export async function leftBehind(agent: AgentRow): Promise<string | undefined> {
  if (agent.row.previous_attempts > 0) return undefined;
  const { attempt } = agent.run;
  for (let earlier = attempt - 1; earlier >= Math.max(1, attempt - MOST_PASSES_BACK); earlier--) {
    for (let call = 1; call <= MOST_CALLS; call++) {
      const name = agent.nameOf(earlier, call);
      const { status } = await describeExecution(agent.arnOf(name), agent.sfn);
      if (status === 'RUNNING' || status === 'SUCCEEDED') return name;
      if (status === undefined) break;
    }
  }
  return undefined;
}
