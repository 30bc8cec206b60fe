import type { CloudContext } from '../cloud-context.ts';
import type { Dispatcher } from './dispatcher.ts';
import { newEvent } from './event.ts';
import type { Rules } from './rules.ts';
import { nextDue } from './schedule.ts';

/** A timer takes no more. */
const LONGEST_MS = 24 * 3_600_000;

/** Sends rules with a schedule their events. What fell due while the process was down is left out. */
export class Scheduler {
  readonly #context: CloudContext;
  readonly #rules: Rules;
  readonly #dispatcher: Dispatcher;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: CloudContext, rules: Rules, dispatcher: Dispatcher) {
    this.#context = context;
    this.#rules = rules;
    this.#dispatcher = dispatcher;
    this.plan();
  }

  /** Sets the timer to the rule that falls due next. */
  plan(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const due = this.#scheduled().map(({ name, schedule }) => ({ name, at: nextDue(schedule, now) }));
    if (due.length === 0) return;
    const at = Math.min(...due.map((rule) => rule.at));
    const names = due.filter((rule) => rule.at === at).map(({ name }) => name);
    const isFar = at - now > LONGEST_MS;
    this.#timer = setTimeout(() => this.#ring(isFar ? [] : names), isFar ? LONGEST_MS : at - now).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #ring(names: readonly string[]): void {
    for (const rule of this.#scheduled().filter(({ name }) => names.includes(name))) {
      const about = {
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        resources: [this.#rules.arn(rule.name)],
        detail: {},
      };
      this.#dispatcher.deliver(rule, newEvent(this.#context, about));
    }
    this.plan();
  }

  #scheduled() {
    return this.#rules.all().flatMap((rule) => {
      return rule.schedule && rule.state === 'ENABLED' ? [{ ...rule, schedule: rule.schedule }] : [];
    });
  }
}
