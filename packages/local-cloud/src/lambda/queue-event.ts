import type { CloudContext } from '../cloud-context.ts';

/** A message as ReceiveMessage gives it. */
export interface ReceivedMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly MD5OfBody: string;
  readonly MD5OfMessageAttributes?: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MessageAttributes?: Readonly<
    Record<string, { readonly DataType: string; readonly StringValue?: string; readonly BinaryValue?: unknown }>
  >;
}

/** The event a function is invoked with for messages of a queue. */
export function queueEvent({ region }: CloudContext, queueArn: string, messages: readonly ReceivedMessage[]): string {
  const Records = messages.map((message) => ({
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          stringValue: StringValue,
          binaryValue: BinaryValue,
          stringListValues: [],
          binaryListValues: [],
          dataType: DataType,
        },
      ]),
    ),
    ...(message.MD5OfMessageAttributes && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  }));
  return JSON.stringify({ Records });
}

/**
 * The messages a function says it has failed on. All of them where its answer cannot be read: "Lambda treats a batch as a
 * complete failure if your function returns … an empty string itemIdentifier, a null itemIdentifier, an itemIdentifier with
 * a bad key name".
 */
export function failedMessages(payload: string, messages: readonly ReceivedMessage[]): ReadonlySet<string> {
  const all = new Set(messages.map(({ MessageId }) => MessageId));
  let answer: unknown;
  try {
    answer = payload === '' ? null : JSON.parse(payload);
  } catch {
    return all;
  }
  if (answer === null || typeof answer !== 'object') return answer === null ? new Set() : all;
  const { batchItemFailures } = answer as { batchItemFailures?: unknown };
  if (batchItemFailures === undefined || batchItemFailures === null) return new Set();
  if (!Array.isArray(batchItemFailures)) return all;
  const failed = batchItemFailures.map((failure: { itemIdentifier?: unknown } | null) => failure?.itemIdentifier);
  const isKnown = (id: unknown): id is string => typeof id === 'string' && all.has(id);
  return failed.every(isKnown) ? new Set(failed) : all;
}
