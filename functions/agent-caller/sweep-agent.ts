import type { SFNClient } from '@aws-sdk/client-sfn';
import type { AgentRun, CallerAnswer, CallerEvent } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { CallerPorts } from '../caller/caller-ports.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import { isGoing, secondsOf, stopLate, timedOut } from './agent-execution.ts';
import { AgentRow } from './agent-row.ts';
import { readAgent } from './read-agent.ts';

/** An agent that still runs is looked at again after this time. */
const LOOK_AGAIN_SECONDS = 15;

/** Settles a row whose child has failed while its agent ran, by what became of the agent. Nothing is called. */
export async function sweepAgent(
  event: CallerEvent<AgentRun>,
  sfn: SFNClient,
  ports: CallerPorts,
): Promise<CallerAnswer> {
  const row = await AgentRow.open({ ...event, repeats: 1, ended: true }, sfn, ports);
  const { settled, claim } = row.log;
  if (settled) return row.done(settled);
  if (!claim) return { outcome: 'done' };
  const arn = row.arnOf(claim.name);
  const { timeoutSeconds } = event.run;
  let execution = await describeExecution(arn, sfn);
  if (isGoing(execution)) {
    if (secondsOf(execution) < timeoutSeconds) return row.wait(LOOK_AGAIN_SECONDS);
    execution = await stopLate(sfn, arn, timeoutSeconds);
    if (!isGoing(execution)) await row.ended(claim.call, timedOut(execution, timeoutSeconds));
  } else if (execution.status === undefined) {
    const error = new RollcallError('OutcomeUnknown', `The agent's execution ${arn} is not there.`);
    await row.ended(claim.call, { kind: 'failed', error, traceRef: arn });
  } else {
    await row.ended(claim.call, await readAgent(event.run, execution, sfn));
  }
  return { outcome: 'done' };
}
