#!/usr/bin/env node
import { App, Validations } from 'aws-cdk-lib';
import { readSettings } from '../lib/settings.ts';
import { ApiStack } from '../lib/stacks/api-stack.ts';
import { MonitoringStack } from '../lib/stacks/monitoring-stack.ts';
import { OrchestrationStack } from '../lib/stacks/orchestration-stack.ts';
import { StorageStack } from '../lib/stacks/storage-stack.ts';

const app = new App();
const settings = readSettings(app.node);
const storage = new StorageStack(app, `RollcallStorage${settings.suffix}`, { settings });
const orchestration = new OrchestrationStack(app, `RollcallOrchestration${settings.suffix}`, { settings, storage });
if (settings.api) new ApiStack(app, `RollcallApi${settings.suffix}`, { settings, storage, orchestration });
new MonitoringStack(app, `RollcallMonitoring${settings.suffix}`, { settings, storage, orchestration });
if (app.node.tryGetContext('checks') !== 'false') {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
