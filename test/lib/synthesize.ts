import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Rollcall } from '../../lib/rollcall.ts';
import { readSettings } from '../../lib/settings.ts';

const STACKS = ['Storage', 'Orchestration', 'Traces', 'Monitoring', 'Api'] as const;

/** The stacks of one app, and their templates. */
class Synthesized {
  readonly stacks: ReadonlyMap<string, Stack>;
  readonly #templates = new Map<string, Template>();

  constructor(context: Record<string, unknown>) {
    const app = new App({ context: { 'aws:cdk:bundling-stacks': [], ...context } });
    const { suffix, ...settings } = readSettings(app.node);
    new Rollcall(app, 'Rollcall', { ...settings, retention: settings });
    const stacks = app.node.children.filter(Stack.isStack);
    this.stacks = new Map(stacks.map((stack) => [stack.stackName.slice('Rollcall'.length).replace(suffix, ''), stack]));
  }

  template(name: (typeof STACKS)[number]): Template {
    const stack = this.stacks.get(name);
    if (!stack) throw new Error(`There is no stack ${name}, only ${[...this.stacks.keys()].join(', ')}.`);
    const found = this.#templates.get(name) ?? Template.fromStack(stack);
    this.#templates.set(name, found);
    return found;
  }

  get storage(): Template {
    return this.template('Storage');
  }

  get orchestration(): Template {
    return this.template('Orchestration');
  }

  get traces(): Template {
    return this.template('Traces');
  }

  get monitoring(): Template {
    return this.template('Monitoring');
  }

  get api(): Template {
    return this.template('Api');
  }

  /** Of all stacks. */
  get templates(): Template[] {
    return STACKS.filter((name) => this.stacks.has(name)).map((name) => this.template(name));
  }
}

const made = new Map<string, Synthesized>();

/** The app's stacks, made once for each context in a worker. Functions are not bundled: their code is not tested here. */
export function synthesize(context: Record<string, unknown> = {}): Synthesized {
  const key = JSON.stringify(context);
  const found = made.get(key) ?? new Synthesized(context);
  made.set(key, found);
  return found;
}
