#!/usr/bin/env node
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readSettings } from '../lib/settings.ts';
import { OrchestrationStack } from '../lib/stacks/orchestration-stack.ts';
import { StorageStack } from '../lib/stacks/storage-stack.ts';

const app = new App();
const settings = readSettings(app.node);
const storage = new StorageStack(app, `RollcallStorage${settings.suffix}`, { settings });
new OrchestrationStack(app, `RollcallOrchestration${settings.suffix}`, { settings, storage });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
