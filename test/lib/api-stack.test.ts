import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../lib/settings.ts';
import { ApiStack } from '../../lib/stacks/api-stack.ts';
import { OrchestrationStack } from '../../lib/stacks/orchestration-stack.ts';
import { StorageStack } from '../../lib/stacks/storage-stack.ts';
import { TracesStack } from '../../lib/stacks/traces-stack.ts';

// The check of templates against CloudFormation's schemas is `cdk synth`'s; here it would take seconds a stack.
process.env.CDK_VALIDATION = 'false';

function apiTemplate(context: Record<string, unknown>): Template {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [], api: 'true', ...context } });
  const settings = readSettings(app.node);
  const storage = new StorageStack(app, 'RollcallStorage', { settings });
  const orchestration = new OrchestrationStack(app, 'RollcallOrchestration', { settings, storage });
  const parts = { settings, storage, orchestration };
  const traces = new TracesStack(app, 'RollcallTraces', parts);
  return Template.fromStack(new ApiStack(app, 'RollcallApi', { ...parts, traces }));
}

/** The API's function, as it is deployed. */
function apiFunction(context: Record<string, unknown> = {}) {
  const [fn] = Object.values(
    apiTemplate(context).findResources('AWS::Lambda::Function', { Properties: { FunctionName: 'rollcall-api' } }),
  );
  return fn?.Properties;
}

/** How many requests the API takes, as it is deployed. */
function rateOf(context: Record<string, unknown> = {}) {
  const [stage] = Object.values(apiTemplate(context).findResources('AWS::ApiGatewayV2::Stage'));
  return stage?.Properties.DefaultRouteSettings;
}

it('the API takes 50 requests a second, or as many as asked for, and twice as many at one moment', () => {
  expect(rateOf()).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
  expect(rateOf({ apiRequestsPerSecond: '200' })).toEqual({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 });
  expect(() => rateOf({ apiRequestsPerSecond: '0' })).toThrow('it must be a number from 1 to 9999');
});

describe('the API’s function', () => {
  it('has concurrency reserved for it: 20, as many as asked for, or none', () => {
    expect(apiFunction().ReservedConcurrentExecutions).toBe(20);
    expect(apiFunction({ apiConcurrency: '5' }).ReservedConcurrentExecutions).toBe(5);
    expect(apiFunction({ apiConcurrency: '0' })).not.toHaveProperty('ReservedConcurrentExecutions');
  });

  it('is told how many batch jobs of a tenant may run at once', () => {
    expect(apiFunction().Environment.Variables.JOBS_AT_ONCE).toBe('3');
    expect(apiFunction({ jobsAtOnce: '10' }).Environment.Variables.JOBS_AT_ONCE).toBe('10');
    expect(() => apiFunction({ jobsAtOnce: '0' })).toThrow('it must be a number from 1 to 999');
  });
});
