import { RollcallError } from '../../contracts/errors.ts';
import { withThreadFields } from '../../core/threads/thread-fields.ts';
import { callerFailed } from '../caller/call-row.ts';
import { agentInput } from './agent-input.ts';
import type { AgentRow, MaybeAnswer } from './agent-row.ts';
import { cannotLook } from './cannot-look.ts';
import { leftBehind } from './left-behind.ts';
import type { AgentClaim } from './row-log.ts';

/**
 * Has the agent started, if the run goes on and the row is due.
 * @param claimed the call that was claimed for it and not made; else the row's next call is claimed
 */
export async function beginAgent(row: AgentRow, claimed?: AgentClaim): MaybeAnswer {
  const { run, watch, log } = row;
  const made = claimed ? claimed.call - 1 : row.calls;
  if (watch.standing.state === 'over') return row.skip(made);
  if (watch.standing.state === 'paused' || !(await row.parking.mayGoOn())) return row.park();
  if (log.waiting && Date.parse(log.waiting.notBefore) > Date.now()) return row.waitUntil(log.waiting.notBefore);

  const input = await inputOf(row);
  if (input instanceof RollcallError) return row.settle('failed', made, { error: input });
  const later = await row.turn();
  if (later) return later;
  if (claimed) return row.start(claimed, input.value, run.timeoutSeconds);

  const call = made + 1;
  let left: string | undefined;
  try {
    if (call === 1) left = await leftBehind(row);
  } catch (error) {
    return cannotLook(row, error, made);
  }
  const claim = { call, name: left ?? row.nameOf(run.attempt, call) };
  const isClaimed = await row.log.append({ claim });
  // An agent that was left behind may have ended: what became of it is looked at first.
  return isClaimed && left === undefined ? row.start(claim, input.value, run.timeoutSeconds) : undefined;
}

/** The agent's input, or the error the row fails with. */
export async function inputOf(row: AgentRow): Promise<{ value: unknown } | RollcallError> {
  if (row.refused) return row.refused;
  try {
    const { run, row: given } = row;
    return { value: await agentInput({ run, row: withThreadFields(given, run.threadFields) }) };
  } catch (error) {
    return error instanceof RollcallError ? error : callerFailed(error);
  }
}
