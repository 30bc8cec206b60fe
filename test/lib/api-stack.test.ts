import { describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

/** The API's function, as it is deployed. */
function apiFunction(context: Record<string, unknown> = {}) {
  const { api } = synthesize({ api: 'true', ...context });
  const [fn] = Object.values(
    api.findResources('AWS::Lambda::Function', { Properties: { FunctionName: 'rollcall-api' } }),
  );
  return fn?.Properties;
}

/** How many requests the API takes, as it is deployed. */
function rateOf(context: Record<string, unknown> = {}) {
  const { api } = synthesize({ api: 'true', ...context });
  const [stage] = Object.values(api.findResources('AWS::ApiGatewayV2::Stage'));
  return stage?.Properties.DefaultRouteSettings;
}

it('the API takes 50 requests a second, or as many as asked for, and twice as many at one moment', () => {
  expect(rateOf()).toEqual({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
  expect(rateOf({ apiRequestsPerSecond: '200' })).toEqual({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 });
  expect(() => rateOf({ apiRequestsPerSecond: '0' })).toThrow('Context apiRequestsPerSecond is "0"');
});

it('logs each request with its path, in a group that needs no room in the account’s log policy', () => {
  const { api } = synthesize({ api: 'true' });
  const [stage] = Object.values(api.findResources('AWS::ApiGatewayV2::Stage'));
  const { Format, DestinationArn } = stage?.Properties.AccessLogSettings ?? {};
  expect(JSON.parse(Format)).toMatchObject({ path: '$context.path', status: '$context.status' });
  const group = api.findResources('AWS::Logs::LogGroup')[DestinationArn['Fn::GetAtt'][0]];
  expect(group?.Properties.LogGroupName).toMatch(/^\/aws\/vendedlogs\//);
});

describe('the API’s function', () => {
  it('reserves no concurrency by default, since a new account has none to reserve, and as much as asked for', () => {
    expect(apiFunction()).not.toHaveProperty('ReservedConcurrentExecutions');
    expect(apiFunction({ apiConcurrency: '5' }).ReservedConcurrentExecutions).toBe(5);
  });

  it('is told how many batch jobs of a tenant may run at once', () => {
    expect(apiFunction().Environment.Variables.JOBS_AT_ONCE).toBe('3');
    expect(apiFunction({ jobsAtOnce: '10' }).Environment.Variables.JOBS_AT_ONCE).toBe('10');
    expect(() => apiFunction({ jobsAtOnce: '0' })).toThrow('Context jobsAtOnce is "0"');
  });
});
