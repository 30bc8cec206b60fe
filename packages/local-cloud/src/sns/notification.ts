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

/** The JSON that SQS queues and web servers get. */
export function envelope(notification: Notification, protocol: string, endpoint: string, subscriptionArn: string) {
  return {
    Type: 'Notification',
    MessageId: notification.messageId,
    TopicArn: notification.topicArn,
    ...(notification.subject !== undefined && { Subject: notification.subject }),
    Message: notification.messageFor(protocol),
    Timestamp: notification.timestamp,
    ...SIGNATURE,
    SigningCertURL: `${endpoint}/SimpleNotificationService-local.pem`,
    UnsubscribeURL: unsubscribeUrl(endpoint, subscriptionArn),
    ...(Object.keys(notification.attributes).length > 0 && {
      MessageAttributes: typesAndValues(notification.attributes),
    }),
  };
}

/** The event a Lambda function gets; its fields are spelt a little differently. */
export function lambdaEvent(notification: Notification, endpoint: string, subscriptionArn: string) {
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
          UnsubscribeUrl: unsubscribeUrl(endpoint, subscriptionArn),
          MessageAttributes: typesAndValues(notification.attributes),
        },
      },
    ],
  };
}

export function confirmationRequest(topicArn: string, token: string, endpoint: string, messageId: string) {
  return {
    Type: 'SubscriptionConfirmation',
    MessageId: messageId,
    Token: token,
    TopicArn: topicArn,
    Message: `You have chosen to subscribe to the topic ${topicArn}.\nTo confirm the subscription, visit the SubscribeURL included in this message.`,
    SubscribeURL: actionUrl(endpoint, { Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token }),
    Timestamp: new Date().toISOString(),
    ...SIGNATURE,
    SigningCertURL: `${endpoint}/SimpleNotificationService-local.pem`,
  };
}

const unsubscribeUrl = (endpoint: string, SubscriptionArn: string): string =>
  actionUrl(endpoint, { Action: 'Unsubscribe', SubscriptionArn });

/** A link somebody can follow without signing: the credential in the query tells the gateway that SNS is meant. */
function actionUrl(endpoint: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams({ ...parameters, 'X-Amz-Credential': 'local/20260101/us-east-1/sns/aws4_request' });
  return `${endpoint}/?${query}`;
}

const typesAndValues = (attributes: MessageAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      { Type: DataType, Value: BinaryValue ?? StringValue },
    ]),
  );
