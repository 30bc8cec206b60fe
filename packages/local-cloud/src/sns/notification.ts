import type { MessageAttributes } from '../sqs/message.ts';

/** One published message as it goes to all subscribers. */
export interface Notification {
  readonly messageId: string;
  readonly topicArn: string;
  readonly subject: string | undefined;
  /** What each protocol gets; with MessageStructure `json` they may differ. */
  readonly messageFor: (protocol: string) => string;
  readonly attributes: MessageAttributes;
  readonly timestamp: string;
}

/** SNS signs its messages with a certificate; nobody can check one here, and the fields are there all the same. */
const SIGNATURE = { SignatureVersion: '1', Signature: 'local' };

/** What a message tells its receiver of SNS itself. */
export interface Links {
  readonly endpoint: string;
  readonly unsubscribe: string;
}

/** The JSON that SQS queues get. */
export function envelope(notification: Notification, protocol: string, { endpoint, unsubscribe }: Links) {
  return {
    Type: 'Notification',
    MessageId: notification.messageId,
    TopicArn: notification.topicArn,
    ...(notification.subject !== undefined && { Subject: notification.subject }),
    Message: notification.messageFor(protocol),
    Timestamp: notification.timestamp,
    ...SIGNATURE,
    SigningCertURL: `${endpoint}/SimpleNotificationService-local.pem`,
    UnsubscribeURL: unsubscribe,
    ...(Object.keys(notification.attributes).length > 0 && {
      MessageAttributes: typesAndValues(notification.attributes),
    }),
  };
}

/** The event a Lambda function gets; its fields are spelt a little differently. */
export function lambdaEvent(notification: Notification, { endpoint, unsubscribe }: Links, subscriptionArn: string) {
  return {
    Records: [
      {
        EventSource: 'aws:sns',
        EventVersion: '1.0',
        EventSubscriptionArn: subscriptionArn,
        Sns: {
          Type: 'Notification',
          MessageId: notification.messageId,
          TopicArn: notification.topicArn,
          Subject: notification.subject ?? null,
          Message: notification.messageFor('lambda'),
          Timestamp: notification.timestamp,
          ...SIGNATURE,
          SigningCertUrl: `${endpoint}/SimpleNotificationService-local.pem`,
          UnsubscribeUrl: unsubscribe,
          MessageAttributes: typesAndValues(notification.attributes),
        },
      },
    ],
  };
}

const typesAndValues = (attributes: MessageAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      { Type: DataType, Value: BinaryValue ?? StringValue },
    ]),
  );
