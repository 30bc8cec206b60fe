import { DeleteMessageCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Takes messages out of a queue until there are `count` of them; gives up after 15 seconds. */
export async function takeMessages(sqs: SQSClient, QueueUrl: string, count: number): Promise<Message[]> {
  const taken: Message[] = [];
  const end = Date.now() + 15_000;
  while (taken.length < count && Date.now() < end) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      }),
    );
    for (const message of Messages) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
      taken.push(message);
    }
  }
  return taken;
}

/** Attributes by name, as text. */
export const attributesOf = ({ MessageAttributes = {} }: Message): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]));
