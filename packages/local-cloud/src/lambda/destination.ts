import type { CloudContext } from '../cloud-context.ts';
import type { QueuedEvent } from './event-queue.ts';
import { functionArn } from './function-name.ts';
import type { FunctionRecord } from './function-record.ts';
import type { InvocationResult } from './pool/invocation.ts';

type EndedEvent = QueuedEvent & { readonly attempts: number };

/** Tells of an asynchronous invocation's end: to the destination for its outcome, and a failed event to the dead-letter queue. */
export async function sendToDestination(
  context: CloudContext,
  record: FunctionRecord,
  event: EndedEvent,
  result: InvocationResult,
): Promise<void> {
  const { onFailure, onSuccess } = record.eventInvoke ?? {};
  const destination = result.failed ? onFailure : onSuccess;
  if (destination) {
    await send(context, record, destination, JSON.stringify(destinationRecord(context, record, event, result)));
  }
  if (result.failed && record.settings.deadLetterArn) {
    const { errorMessage } = JSON.parse(result.payload) as { errorMessage?: string };
    await send(context, record, record.settings.deadLetterArn, event.payload, {
      RequestID: { DataType: 'String', StringValue: event.requestId },
      ErrorCode: { DataType: 'Number', StringValue: '200' },
      ErrorMessage: { DataType: 'String', StringValue: (errorMessage || 'unknown').slice(0, 1024) },
    });
  }
}

function destinationRecord(context: CloudContext, record: FunctionRecord, event: EndedEvent, result: InvocationResult) {
  return {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: event.requestId,
      functionArn: functionArn(context, record.name, '$LATEST'),
      condition: result.failed ? 'RetriesExhausted' : 'Success',
      approximateInvokeCount: event.attempts,
    },
    requestPayload: JSON.parse(event.payload) as unknown,
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      ...(result.failed && { functionError: 'Unhandled' }),
    },
    responsePayload: JSON.parse(result.payload) as unknown,
  };
}

async function send(
  context: CloudContext,
  record: FunctionRecord,
  arn: string,
  text: string,
  attributes?: Record<string, { DataType: string; StringValue: string }>,
): Promise<void> {
  const caller = context.assumeRole(record.settings.role, record.name);
  const [, , service, , account, ...name] = arn.split(':');
  try {
    if (service === 'sqs') {
      const QueueUrl = `${context.endpoint()}/${account}/${name.join(':')}`;
      await context.call('sqs', 'SendMessage', { QueueUrl, MessageBody: text, MessageAttributes: attributes }, caller);
    } else if (service === 'sns') {
      await context.call('sns', 'Publish', { TopicArn: arn, Message: text, MessageAttributes: attributes }, caller);
    } else {
      await context.call('lambda', 'Invoke', { FunctionName: arn, InvocationType: 'Event', Payload: text }, caller);
    }
  } catch (error) {
    context.log(`${record.name} could not send a finished event to ${arn}: ${(error as Error).message}`);
  }
}
