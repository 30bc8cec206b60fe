import { InvokeCommand, type InvokeCommandOutput, type LambdaClient } from '@aws-sdk/client-lambda';
import type { ToolRun } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { classifyAwsError } from '../../core/classify-error.ts';
import { isObject, parseJson } from '../../core/json.ts';
import { normalizeToolAnswer, toolFailure } from '../../core/normalize/normalize-tool-answer.ts';
import { readableError } from '../../core/normalize/reported-failure.ts';
import { callDeadlineMs } from '../caller/call-deadline.ts';
import { finishAnswer, LARGEST_ANSWER_BYTES } from '../caller/finish-answer.ts';
import type { Outcome, RowCall } from '../caller/target.ts';

/** Lambda's limit of a synchronous payload. */
export const LARGEST_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Invokes the tool once and waits for its answer. */
export async function callTool(call: RowCall<ToolRun>, input: unknown, lambda: LambdaClient): Promise<Outcome> {
  const { run } = call;
  const { toolLambdaArn: toolArn } = run;
  const deadlineMs = callDeadlineMs(call);
  const timeout = AbortSignal.timeout(deadlineMs);
  const startedAt = performance.now();
  const latencyMs = () => performance.now() - startedAt;
  const request = JSON.stringify(input);
  try {
    const invoke = new InvokeCommand({ FunctionName: toolArn, Payload: Buffer.from(request) });
    const answer = await lambda.send(invoke, { abortSignal: timeout });
    return { ...(await read(run, answer, latencyMs())), request };
  } catch (error) {
    const failure = timeout.aborted
      ? new RollcallError('TargetTimeout', `The tool gave no answer within ${deadlineMs / 1000} s.`, { cause: error })
      : classifyAwsError(error, toolArn);
    const isTurnedAway = failure.name === 'TargetThrottled';
    return { kind: 'failed', error: failure, isTurnedAway, answer: { latencyMs: latencyMs() }, request };
  }
}

async function read(
  run: ToolRun,
  { Payload, FunctionError }: InvokeCommandOutput,
  latencyMs: number,
): Promise<Outcome> {
  const bytes = Payload?.length ?? 0;
  if (bytes > LARGEST_ANSWER_BYTES) {
    throw new RollcallError(
      'AnswerTooLarge',
      `The tool answered with ${bytes} bytes; ${LARGEST_ANSWER_BYTES} may be kept.`,
    );
  }
  const fullResponseBody = Buffer.from(Payload ?? []).toString('utf8');
  const parsed = parseJson(fullResponseBody);
  const payload = parsed === undefined ? fullResponseBody : parsed;
  if (FunctionError) {
    return { kind: 'failed', error: functionError(payload), answer: { latencyMs, fullResponseBody } };
  }
  const answer = { ...normalizeToolAnswer(payload), latencyMs, fullResponseBody };
  const failure = toolFailure(payload);
  if (failure !== undefined) return { kind: 'failed', error: new RollcallError('TargetFailed', failure), answer };
  return finishAnswer(run, answer, payload);
}

/** The tool's code threw, or the tool ran out of its own time. */
function functionError(payload: unknown): RollcallError {
  const message = readableError(payload) ?? 'The tool failed without a message.';
  const timedOut =
    isObject(payload) && (payload.errorType === 'Sandbox.Timedout' || /Task timed out after/.test(message));
  return new RollcallError(timedOut ? 'TargetTimeout' : 'TargetFailed', message);
}
