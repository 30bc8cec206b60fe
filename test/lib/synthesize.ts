import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readSettings } from '../../lib/settings.ts';
import { OrchestrationStack } from '../../lib/stacks/orchestration-stack.ts';
import { StorageStack } from '../../lib/stacks/storage-stack.ts';

/** Both stacks' templates. Functions are not bundled: their code is not what these tests are about. */
export function synthesize(context: Record<string, unknown> = {}): { storage: Template; orchestration: Template } {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [], ...context } });
  const settings = readSettings(app.node);
  const storage = new StorageStack(app, 'RollcallStorage', { settings });
  const orchestration = new OrchestrationStack(app, 'RollcallOrchestration', { settings, storage });
  return { storage: Template.fromStack(storage), orchestration: Template.fromStack(orchestration) };
}
