import type { CloudContext } from '../cloud-context.ts';
import { Deliveries } from '../delivery/deliveries.ts';
import { queueUrl, ServiceAccess, type TemplatePolicies } from '../delivery/service-access.ts';
import { envelope, type Links, lambdaEvent, type Notification } from './notification.ts';
import { deadLetterArn, type Subscription, wants } from './subscription.ts';

/** A week, the longest that a presigned URL is good for. */
const LINK_SECONDS = 604_800;
const SERVICE = 'sns.amazonaws.com';

/** Brings published messages to the subscribers of their topic, each on its own and with retries. */
export class FanOut {
  readonly #context: CloudContext;
  readonly #deliveries: Deliveries;
  readonly #access: ServiceAccess;

  constructor(context: CloudContext, templates: TemplatePolicies | undefined) {
    this.#context = context;
    this.#deliveries = new Deliveries((line) => context.log(line));
    this.#access = new ServiceAccess(context, templates);
  }

  publish(notification: Notification, subscriptions: readonly Subscription[]): void {
    for (const subscription of subscriptions) {
      if (!subscription.confirmed) continue;
      if (!wants(subscription, notification.messageFor(subscription.protocol), notification.attributes)) continue;
      this.#deliveries.start(
        `SNS delivery to ${subscription.protocol} ${subscription.endpoint}`,
        () => this.#send(notification, subscription),
        () => this.#toDeadLetterQueue(notification, subscription),
      );
    }
  }

  close(): Promise<void> {
    return this.#deliveries.close();
  }

  #linksOf({ arn }: Subscription): Links {
    return {
      endpoint: this.#context.endpoint(),
      unsubscribe: this.#link({ Action: 'Unsubscribe', SubscriptionArn: arn }),
    };
  }

  /** Whoever has it needs no key; by POST, since nothing changes by GET here. */
  #link(parameters: Record<string, string>): string {
    const url = `${this.#context.endpoint()}/?${new URLSearchParams(parameters)}`;
    return this.#context.presign('sns', 'POST', url, LINK_SECONDS);
  }

  async #send(notification: Notification, subscription: Subscription): Promise<void> {
    const { protocol, endpoint, topicArn } = subscription;
    if (protocol === 'lambda') {
      const source = { service: SERVICE, sourceArn: topicArn };
      await this.#access.check({ ...source, action: 'lambda:InvokeFunction', resource: endpoint });
      const Payload = JSON.stringify(lambdaEvent(notification, this.#linksOf(subscription), subscription.arn));
      const input = { FunctionName: endpoint, InvocationType: 'Event', Payload };
      await this.#context.call('lambda', 'Invoke', input, this.#context.administrator);
    } else if (protocol === 'sqs') {
      await this.#access.check({
        service: SERVICE,
        sourceArn: topicArn,
        action: 'sqs:SendMessage',
        resource: endpoint,
      });
      await this.#sendToQueue(notification, subscription, endpoint);
    }
  }

  async #sendToQueue(notification: Notification, subscription: Subscription, queueArn: string): Promise<void> {
    const raw = subscription.attributes.RawMessageDelivery === 'true';
    const wrapped = () => JSON.stringify(envelope(notification, 'sqs', this.#linksOf(subscription)));
    const input = {
      QueueUrl: queueUrl(queueArn),
      MessageBody: raw ? notification.messageFor('sqs') : wrapped(),
      ...(raw && { MessageAttributes: notification.attributes }),
    };
    await this.#context.call('sqs', 'SendMessage', input, this.#context.administrator);
  }

  async #toDeadLetterQueue(notification: Notification, subscription: Subscription): Promise<void> {
    const { RedrivePolicy } = subscription.attributes;
    if (!RedrivePolicy || RedrivePolicy === '{}') return;
    const resource = deadLetterArn(RedrivePolicy);
    await this.#access.check({
      service: SERVICE,
      sourceArn: subscription.topicArn,
      action: 'sqs:SendMessage',
      resource,
    });
    await this.#sendToQueue(notification, subscription, resource);
  }
}
