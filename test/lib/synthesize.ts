import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readSettings } from '../../lib/settings.ts';
import { MonitoringStack } from '../../lib/stacks/monitoring-stack.ts';
import { OrchestrationStack } from '../../lib/stacks/orchestration-stack.ts';
import { StorageStack } from '../../lib/stacks/storage-stack.ts';

interface Templates {
  readonly storage: Template;
  readonly orchestration: Template;
  readonly monitoring: Template;
  /** That of the orchestration. */
  readonly stack: Stack;
}

const made = new Map<string, Templates>();

/**
 * The stacks' templates, made once for each context in a worker. Functions are not bundled: their code is not what these
 * tests are about.
 */
export function synthesize(context: Record<string, unknown> = {}): Templates {
  const key = JSON.stringify(context);
  const found = made.get(key) ?? synthesizeAnew(context);
  made.set(key, found);
  return found;
}

function synthesizeAnew(context: Record<string, unknown>): Templates {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [], ...context } });
  const settings = readSettings(app.node);
  const storage = new StorageStack(app, 'RollcallStorage', { settings });
  const orchestration = new OrchestrationStack(app, 'RollcallOrchestration', { settings, storage });
  const monitoring = new MonitoringStack(app, 'RollcallMonitoring', { settings, storage, orchestration });
  return {
    storage: Template.fromStack(storage),
    orchestration: Template.fromStack(orchestration),
    monitoring: Template.fromStack(monitoring),
    stack: orchestration,
  };
}
