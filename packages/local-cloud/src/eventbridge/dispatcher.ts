import type { CloudContext } from '../cloud-context.ts';
import { Deliveries } from '../delivery/deliveries.ts';
import { queueUrl, ServiceAccess, type TemplatePolicies } from '../delivery/service-access.ts';
import type { Event } from './event.ts';
import type { Rule, Rules } from './rules.ts';
import { type Target, targetService } from './target.ts';
import { targetInput } from './target-input.ts';

const SERVICE = 'events.amazonaws.com';

/** Sends an event to the targets of every rule whose pattern it fits. */
export class Dispatcher {
  readonly #context: CloudContext;
  readonly #rules: Rules;
  readonly #deliveries: Deliveries;
  readonly #access: ServiceAccess;

  constructor(context: CloudContext, rules: Rules, templates: TemplatePolicies | undefined) {
    this.#context = context;
    this.#rules = rules;
    this.#deliveries = new Deliveries((line) => context.log(line));
    this.#access = new ServiceAccess(context, templates);
  }

  dispatch(event: Event): void {
    for (const rule of this.#rules.matching(event)) this.deliver(rule, event);
  }

  deliver(rule: Rule, event: Event): void {
    const ruleArn = this.#rules.arn(rule.name);
    for (const target of rule.targets) {
      const input = targetInput(target, event, ruleArn);
      if (input === undefined) {
        this.#context.log(
          `Event ${event.id} of rule ${rule.name}: the input template for ${target.Arn} gives no JSON.`,
        );
        continue;
      }
      this.#deliveries.start(
        `Event ${event.id} of rule ${rule.name} to ${target.Arn}`,
        () => this.#send(target, input, ruleArn),
        () => this.#toDeadLetterQueue(target, input, ruleArn),
      );
    }
  }

  close(): Promise<void> {
    return this.#deliveries.close();
  }

  async #send(target: Target, input: string, ruleArn: string): Promise<void> {
    const { Arn, RoleArn } = target;
    const { administrator } = this.#context;
    const source = { service: SERVICE, sourceArn: ruleArn, resource: Arn };
    switch (targetService(Arn)) {
      case 'lambda': {
        await this.#access.check({ ...source, action: 'lambda:InvokeFunction' });
        const request = { FunctionName: Arn, InvocationType: 'Event', Payload: input };
        await this.#context.call('lambda', 'Invoke', request, administrator);
        return;
      }
      case 'sqs':
        await this.#toQueue(Arn, input, ruleArn);
        return;
      case 'sns':
        await this.#access.check({ ...source, action: 'sns:Publish' });
        await this.#context.call('sns', 'Publish', { TopicArn: Arn, Message: input }, administrator);
        return;
      case 'states': {
        // Here the rule acts as a role, which PutTargets has asked for.
        const caller = RoleArn ? this.#context.assumeRole(RoleArn, 'events') : administrator;
        await this.#context.call('states', 'StartExecution', { stateMachineArn: Arn, input }, caller);
      }
    }
  }

  async #toQueue(queueArn: string, body: string, ruleArn: string): Promise<void> {
    const action = 'sqs:SendMessage';
    await this.#access.check({ service: SERVICE, sourceArn: ruleArn, resource: queueArn, action });
    const request = { QueueUrl: queueUrl(queueArn), MessageBody: body };
    await this.#context.call('sqs', 'SendMessage', request, this.#context.administrator);
  }

  async #toDeadLetterQueue({ DeadLetterConfig }: Target, input: string, ruleArn: string): Promise<void> {
    if (DeadLetterConfig?.Arn) await this.#toQueue(DeadLetterConfig.Arn, input, ruleArn);
  }
}
