import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { type EventPattern, parseEventPattern } from '../delivery/event-pattern.ts';
import { PatternError } from '../delivery/pattern-element.ts';
import type { Permission } from '../service.ts';
import { DurableMap } from '../store/durable-map.ts';
import type { Event } from './event.ts';
import type { Schedule } from './schedule.ts';
import type { Target } from './target.ts';

export interface Rule {
  readonly name: string;
  /** One of the two. */
  readonly pattern?: string;
  readonly schedule?: Schedule;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly description?: string;
  readonly roleArn?: string;
  readonly targets: readonly Target[];
}

/** The rules of the default event bus, the one AWS services send to. */
export class Rules {
  readonly #context: CloudContext;
  readonly #rules: DurableMap<Rule>;
  readonly #patterns = new Map<string, EventPattern>();

  constructor(context: CloudContext) {
    this.#context = context;
    this.#rules = new DurableMap(join(context.dataDir, 'eventbridge', 'rules.jsonl'));
  }

  arn(name: unknown): string {
    return `arn:aws:events:${this.#context.region}:${this.#context.accountId}:rule/${String(name)}`;
  }

  all(): Rule[] {
    return [...this.#rules.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): Rule | undefined {
    return this.#rules.get(name);
  }

  get(name: string): Rule {
    const rule = this.#rules.get(name);
    if (!rule) {
      throw new AwsError('ResourceNotFoundException', `Rule ${name} does not exist on EventBus default.`);
    }
    return rule;
  }

  put(rule: Rule): void {
    this.#rules.set(rule.name, rule);
  }

  delete(name: string): void {
    this.#rules.delete(name);
  }

  matching(event: Event): Rule[] {
    return [...this.#rules.values()].filter(
      ({ state, pattern }) => state === 'ENABLED' && pattern !== undefined && this.#patternOf(pattern)(event),
    );
  }

  permission =
    (operation: string) =>
    (input: unknown): Permission[] => {
      const { Name, Rule } = (input ?? {}) as { Name?: unknown; Rule?: unknown };
      return [{ action: `events:${operation}`, resource: this.arn(Name ?? Rule) }];
    };

  close(): void {
    this.#rules.close();
  }

  #patternOf(text: string): EventPattern {
    let pattern = this.#patterns.get(text);
    if (!pattern) {
      pattern = compilePattern(text);
      this.#patterns.set(text, pattern);
    }
    return pattern;
  }
}

export function compilePattern(text: string): EventPattern {
  try {
    return parseEventPattern(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof PatternError ? error.message : 'it is not JSON';
    throw new AwsError('InvalidEventPatternException', `Event pattern is not valid. Reason: ${reason}`);
  }
}
