import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import { StatesError } from '../engine/states-error.ts';
import type { Integration } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { type Json, sdkMetadata } from './shapes.ts';
import { callbackResult } from './waiting.ts';

const ERRORS = { prefix: 'Lambda', service: 'AWSLambda', fallback: 'AWSLambdaException' };

interface InvokeOutput {
  readonly StatusCode?: number;
  readonly FunctionError?: string;
  readonly ExecutedVersion?: string;
  readonly LogResult?: string;
  readonly Payload?: Uint8Array;
}

/** `arn:aws:states:::lambda:invoke` */
export const lambdaInvoke: Integration = {
  patterns: ['request', 'token'],
  required: ['FunctionName'],
  optional: ['Payload', 'Qualifier', 'InvocationType', 'ClientContext', 'LogType'],
  async run(run, { context }) {
    const { Payload, ...input } = run.arguments;
    const request = { ...input, Payload: requestText(Payload) };
    const result = invokeResult(await invoke(context, request, run.caller));
    return run.pattern === 'token' ? callbackResult(run, result) : result;
  },
};

/** A function's own ARN as Resource: its input is the task's, its answer is the task's result. */
export async function runFunction(
  functionArn: string,
  input: unknown,
  caller: Caller,
  context: CloudContext,
): Promise<Json> {
  const request = { FunctionName: functionArn, Payload: JSON.stringify(input) };
  return parsed((await invoke(context, request, caller)).Payload);
}

async function invoke(context: CloudContext, input: Record<string, unknown>, caller: Caller): Promise<InvokeOutput> {
  let output: InvokeOutput;
  try {
    output = await context.call<InvokeOutput>('lambda', 'Invoke', input, caller);
  } catch (error) {
    throw optimizedError(ERRORS, error);
  }
  if (output.FunctionError) throw functionError(output.Payload);
  return output;
}

/** A text that is JSON already goes as it is; null and nothing become an empty object. */
function requestText(payload: unknown): string {
  if (payload === undefined || payload === null) return '{}';
  if (typeof payload !== 'string') return JSON.stringify(payload);
  try {
    JSON.parse(payload);
    return payload;
  } catch {
    return JSON.stringify(payload);
  }
}

function invokeResult(output: InvokeOutput): Json {
  return {
    ...(output.ExecutedVersion ? { ExecutedVersion: output.ExecutedVersion } : {}),
    ...(output.LogResult ? { LogResult: output.LogResult } : {}),
    Payload: parsed(output.Payload),
    ...sdkMetadata(randomUUID(), output.StatusCode),
    StatusCode: output.StatusCode ?? 200,
  };
}

function parsed(payload: Uint8Array | undefined): Json {
  const text = Buffer.from(payload ?? []).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error's name is the function's own `errorType`; the cause is the whole error payload. */
function functionError(payload: Uint8Array | undefined): StatesError {
  const text = Buffer.from(payload ?? []).toString('utf8');
  const body = parsed(payload);
  const errorType = body && typeof body === 'object' && !Array.isArray(body) ? body.errorType : undefined;
  if (typeof errorType === 'string' && errorType !== '') return new StatesError(errorType, text);
  return new StatesError(
    'Lambda.Unknown',
    `The cause could not be determined because Lambda did not return an error type. Returned payload: ${text}`,
  );
}
