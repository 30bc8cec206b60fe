import type { SFNClient } from '@aws-sdk/client-sfn';
import type { CallerRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { parseJson } from '../../core/json.ts';
import { betterUsage } from '../../core/normalize/find-usage.ts';
import { normalizeAgentOutput } from '../../core/normalize/normalize-agent-output.ts';
import { readableFailure, reportedFailure } from '../../core/normalize/reported-failure.ts';
import { finishAnswer } from '../caller/finish-answer.ts';
import type { Outcome } from '../caller/target.ts';
import type { AgentExecution } from './agent-execution.ts';
import { tokensInHistory } from './agent-history.ts';

/** What an execution that has ended comes down to. */
export async function readAgent(
  run: Pick<CallerRun, 'trace' | 'outputMapping' | 'executionMode'>,
  execution: AgentExecution,
  sfn: SFNClient,
): Promise<Outcome> {
  const traceRef = execution.executionArn ?? '';
  const latencyMs = (execution.stopDate?.getTime() ?? 0) - (execution.startDate?.getTime() ?? 0);
  const tokens = run.trace ? await tokensInHistory(sfn, traceRef) : undefined;
  if (execution.status !== 'SUCCEEDED') {
    const fullResponseBody = JSON.stringify({ error: execution.error, cause: execution.cause });
    return {
      kind: 'failed',
      error: agentError(execution),
      answer: { latencyMs, fullResponseBody, ...tokens },
      traceRef,
    };
  }
  const fullResponseBody = execution.output ?? '';
  const parsed = parseJson(fullResponseBody);
  const output = parsed === undefined ? fullResponseBody : parsed;
  const answer = { ...betterUsage(normalizeAgentOutput(output), tokens ?? {}), latencyMs, fullResponseBody };
  const failure = reportedFailure(output);
  if (failure !== undefined) {
    return { kind: 'failed', error: new RollcallError('TargetFailed', failure), answer, traceRef };
  }
  return finishAnswer(run, answer, output, traceRef);
}

function agentError({ status, error, cause }: AgentExecution): RollcallError {
  const message = readableFailure(error, cause);
  return new RollcallError('TargetFailed', `The agent's execution ${status}${message ? `: ${message}` : ''}`);
}
