import { type SFNClient, StartSyncExecutionCommand } from '@aws-sdk/client-sfn';
import type { AgentRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { classifyAwsError } from '../../core/classify-error.ts';
import { callDeadlineMs } from '../caller/call-deadline.ts';
import type { Outcome, RowCall, Target } from '../caller/target.ts';
import { agentInput } from './agent-input.ts';
import { readAgent } from './read-agent.ts';

/** An EXPRESS state machine answers whoever starts it, within five minutes; it is called as a tool is. */
export const expressAgent = (sfn: SFNClient): Target<unknown, AgentRun> => ({
  input: agentInput,

  async call(call: RowCall<AgentRun>, input: unknown): Promise<Outcome> {
    const { agentStateMachineArn: stateMachineArn } = call.run;
    const deadlineMs = callDeadlineMs(call);
    const timeout = AbortSignal.timeout(deadlineMs);
    const startedAt = performance.now();
    const request = JSON.stringify(input);
    const start = new StartSyncExecutionCommand({ stateMachineArn, input: request });
    try {
      const execution = await sfn.send(start, { abortSignal: timeout });
      // Its history is in a log group, if anywhere: only the output tells of tokens.
      return { ...(await readAgent({ ...call.run, trace: false }, execution, sfn)), request };
    } catch (error) {
      const failure = timeout.aborted
        ? new RollcallError('TargetTimeout', `The agent gave no answer within ${deadlineMs / 1000} s.`, {
            cause: error,
          })
        : classifyAwsError(error, stateMachineArn);
      const isTurnedAway = failure.name === 'TargetThrottled';
      return {
        kind: 'failed',
        error: failure,
        isTurnedAway,
        answer: { latencyMs: performance.now() - startedAt },
        request,
      };
    }
  },
});
