#!/usr/bin/env node
import { App, Validations } from 'aws-cdk-lib';
import { Rollcall } from '../lib/rollcall.ts';
import { readSettings } from '../lib/settings.ts';

const app = new App();
const settings = readSettings(app.node);
new Rollcall(app, 'Rollcall', { ...settings, retention: settings });
if (app.node.tryGetContext('checks') !== 'false') {
  const { AwsSolutionsChecks } = await import('cdk-nag');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
