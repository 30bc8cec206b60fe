import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { EventQueue } from '../event-queue.ts';
import { functionArn, resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';
import { LogTail } from '../log-tail.ts';
import { traceId } from '../trace-id.ts';

export interface InvokeInput {
  readonly FunctionName?: unknown;
  readonly Qualifier?: unknown;
  readonly InvocationType?: unknown;
  readonly LogType?: unknown;
  readonly ClientContext?: unknown;
  /** JSON, as text or bytes. */
  readonly Payload?: string | Uint8Array;
  /** The X-Amzn-Trace-Id header of the request. */
  readonly TraceHeader?: string;
}

export interface InvokeOutput {
  readonly StatusCode: number;
  readonly Payload?: Buffer;
  readonly FunctionError?: 'Unhandled';
  readonly LogResult?: string;
  readonly ExecutedVersion?: string;
}

const INVOCATION_TYPES = ['RequestResponse', 'Event', 'DryRun'];
const LARGEST_SYNCHRONOUS = 6 * 1024 * 1024;
const LARGEST_EVENT = 1024 * 1024;

export const invoke = (functions: Functions, events: EventQueue): Operation<InvokeInput, InvokeOutput> => ({
  permissions: (input) => [
    { action: 'lambda:InvokeFunction', resource: resourceArn(functions.context, input.FunctionName, input.Qualifier) },
  ],
  async run(input, { requestId }) {
    const type = String(input.InvocationType ?? 'RequestResponse');
    if (!INVOCATION_TYPES.includes(type)) throw notOneOf('invocationType', type, INVOCATION_TYPES);
    const record = functions.named(input.FunctionName, input.Qualifier, '$LATEST');
    if (type === 'DryRun') return { StatusCode: 204 };
    const payload = payloadOf(input.Payload, type);
    const trace = traceId(input.TraceHeader);
    if (type === 'Event') {
      events.add({ requestId, functionName: record.name, payload, traceId: trace });
      return { StatusCode: 202 };
    }
    const tail = input.LogType === 'Tail' ? new LogTail() : undefined;
    const result = await functions.invoke(record, {
      requestId,
      payload,
      functionArn: functionArn(functions.context, record.name, input.Qualifier as string | undefined),
      traceId: trace,
      clientContext: clientContextOf(input.ClientContext),
      onLog: tail && ((line) => tail.add(line)),
    });
    return {
      StatusCode: 200,
      ...(result.failed && { FunctionError: 'Unhandled' }),
      ...(tail && { LogResult: tail.base64() }),
      Payload: Buffer.from(result.payload),
      ExecutedVersion: '$LATEST',
    };
  },
});

function payloadOf(payload: InvokeInput['Payload'], type: string): string {
  const text = typeof payload === 'string' ? payload : Buffer.from(payload ?? '').toString('utf8');
  const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : (payload?.length ?? 0);
  if (type === 'Event' && bytes > LARGEST_EVENT) {
    const message = `${bytes} byte payload is too large for the Event invocation type (limit ${LARGEST_EVENT} bytes)`;
    throw new AwsError('RequestTooLargeException', message, 413);
  }
  if (bytes > LARGEST_SYNCHRONOUS) {
    const message = `Request must be smaller than ${LARGEST_SYNCHRONOUS} bytes for the InvokeFunction operation`;
    throw new AwsError('RequestEntityTooLargeException', message, 413);
  }
  if (text === '') return '{}';
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    const message = `Could not parse request body into json: ${(error as Error).message}`;
    throw new AwsError('InvalidRequestContentException', message);
  }
}

/** "Up to 3,583 bytes of base64-encoded data about the invoking client." */
function clientContextOf(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
  } catch {
    throw new AwsError('InvalidRequestContentException', 'Client context must be a valid Base64-encoded JSON object.');
  }
}

function notOneOf(member: string, value: string, allowed: readonly string[]): AwsError {
  return new AwsError(
    'ValidationException',
    `1 validation error detected: Value '${value}' at '${member}' failed to satisfy constraint: ` +
      `Member must satisfy enum value set: [${allowed.join(', ')}]`,
  );
}
