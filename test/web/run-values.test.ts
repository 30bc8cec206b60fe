import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { evalFileSchema } from '../../contracts/eval-file.ts';
import { executionInputSchema } from '../../contracts/execution-input.ts';
import { asCli, asRequest, asYaml } from '../../web/pages/new-run/as-text.ts';
import { configOf, NEW_RUN, type RunValues, runInput, valuesOfRun } from '../../web/pages/new-run/run-values.ts';
import { configProblems } from '../../web/parts/target-form/config-problems.ts';
import { NO_TARGET } from '../../web/parts/target-form/target-values.ts';

const endpoint: RunValues = {
  ...NEW_RUN,
  datasetId: 'tickets-1',
  target: {
    ...NO_TARGET,
    url: 'https://api.example.com/classify',
    headers: 'X-Team: support\nAccept: application/json',
    auth: 'header',
    authHeader: 'X-Api-Key',
    secretArn: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:key',
    inputMapping: '{ "text": input.question }',
    outputMapping: 'body.label',
  },
  maxConcurrency: '10',
  budgetLimit: '2.5',
  stopOnError: 'stop_after_n',
  errorThreshold: '3',
  maxAttempts: '1',
  retryFailed: true,
  repeats: '3',
  requestsPerMinute: '60',
  threadFields: { history: ['role'], notes: [] },
  limit: '100',
  evaluators: JSON.stringify(['exact', { type: 'contains', value: 'refund' }], null, 2),
};
const agent: RunValues = {
  ...NEW_RUN,
  datasetId: 'tickets-1',
  target: { ...NO_TARGET, mode: 'agent', arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:agent' },
};
const registered: RunValues = {
  ...NEW_RUN,
  datasetId: 'tickets-1',
  saved: 'crm/update_record',
  evaluators: '["exact"]',
};
const tool: RunValues = {
  ...NEW_RUN,
  datasetId: 'tickets-1',
  target: { ...NO_TARGET, mode: 'tool', arn: 'arn:aws:lambda:us-east-1:000000000000:function:tool' },
};

describe('what a person chose for a run', () => {
  it.each([
    ['endpoint', endpoint] as const,
    ['agent', agent] as const,
    ['tool', tool] as const,
    ['registered', registered] as const,
  ])('is an input an execution takes, and a file the command line takes: %s', (_mode, values) => {
    expect(executionInputSchema.safeParse(runInput(values)).error).toBeUndefined();
    expect(evalFileSchema.safeParse(parse(asYaml(values))).error).toBeUndefined();
  });

  it('says the same to the AWS CLI and to curl', () => {
    const quoted = { ...endpoint, target: { ...endpoint.target, inputMapping: "input.it's" } };
    vi.stubGlobal('location', { origin: 'http://localhost' });
    for (const text of [asCli(quoted), asRequest(quoted)]) {
      const json = /'(\{[\s\S]*\})'$/.exec(text)?.[1]?.replaceAll(`'\\''`, "'") ?? '';
      expect(JSON.parse(json)).toEqual(runInput(quoted));
    }
  });

  it('names the tenant where ids are as they are stored', () => {
    expect(parse(asYaml(tool, 'acme'))).toMatchObject({ dataset: { id: 'acme..tickets-1' } });
    const text = asCli(registered, 'acme');
    expect(text).toContain('--name "acme..run-$(date +%s)"');
    expect(text).toContain('"datasetId": "acme..tickets-1"');
    expect(text).toContain('"tenant": "acme"');
  });

  it('is found again in a run that was started with it', () => {
    expect(valuesOfRun('tickets-1', configOf(endpoint))).toEqual({ ...endpoint, limit: '' });
    expect(valuesOfRun('tickets-1', configOf(tool))).toEqual(tool);
  });

  it('is checked as a run would, field by field', async () => {
    expect(await configProblems(configOf(endpoint))).toEqual({});
    const wrong = { ...endpoint, maxConcurrency: '0', target: { ...endpoint.target, url: 'nowhere' } };
    expect(await configProblems(configOf(wrong))).toMatchObject({
      'endpoint.url': 'url must be an http:// or https:// address',
      'executor.maxConcurrency': expect.stringContaining('1'),
    });
  });
});
