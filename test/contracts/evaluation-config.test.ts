import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { readInput } from '../../functions/run-planner/read-input.ts';

const ACCOUNT = 'us-east-1:123456789012';
const TARGETS = {
  endpoint: { endpoint: { url: 'https://example.com' } },
  tool: { executionMode: 'tool', toolLambdaArn: `arn:aws:lambda:${ACCOUNT}:function:f` },
  agent: { executionMode: 'agent', agentStateMachineArn: `arn:aws:states:${ACCOUNT}:stateMachine:a` },
};
const configOf = (mode: keyof typeof TARGETS, timeoutSeconds: number) => ({
  ...TARGETS[mode],
  executor: { timeoutSeconds },
});

describe('the timeout of a call', () => {
  it.each(['endpoint', 'tool'] as const)('of an %s may be what a Lambda function can wait for', (mode) => {
    expect(evaluationConfigSchema.parse(configOf(mode, 840)).executor.timeoutSeconds).toBe(840);
    expect(evaluationConfigSchema.safeParse(configOf(mode, 841)).error?.issues).toMatchObject([
      {
        path: ['executor', 'timeoutSeconds'],
        message:
          'executor.timeoutSeconds is 841; with an endpoint or a tool it may be 840 at most, because a Lambda function waits for the answer and is ended after 900 s. Only agents may take longer, up to 86400.',
      },
    ]);
  });

  it('of an agent may be a day', () => {
    expect(evaluationConfigSchema.parse(configOf('agent', 86_400)).executor.timeoutSeconds).toBe(86_400);
    expect(evaluationConfigSchema.safeParse(configOf('agent', 86_401)).success).toBe(false);
  });

  it('is refused before a run begins', () => {
    expect(() => readInput({ datasetId: 'd', config: configOf('tool', 900) })).toThrow(
      /config\.executor\.timeoutSeconds: executor\.timeoutSeconds is 900; .* may be 840 at most/,
    );
  });
});

describe('the address of an endpoint', () => {
  const issuesOf = (url: string) =>
    evaluationConfigSchema.safeParse({ endpoint: { url } }).error?.issues.map(({ message }) => message) ?? [];

  it.each([
    ['https://ada:lovelace@example.com/', 'user:password@'],
    ['https://token@example.com/', 'user:password@'],
    ['https://example.com/?api_key=sk-123', 'parameter api_key'],
    ['https://example.com/?v=1&X-Amz-Signature=abc', 'parameter X-Amz-Signature'],
    ['https://example.com/?access%5Ftoken=abc', 'parameter access_token'],
    ['https://example.com/?key=AIzaSyA1234567890abcdef', 'parameter key'],
  ])('%s is refused without being shown, with what to do instead', (url, named) => {
    const [message = ''] = issuesOf(url);
    expect(message).toContain(named);
    expect(message).toContain('set auth: {');
    expect(message).not.toMatch(/lovelace|sk-123|AIza|token@/);
    expect(() => readInput({ datasetId: 'd', config: { endpoint: { url } } })).toThrow(named);
  });

  it.each([
    'https://example.com/',
    'https://example.com/?api-version=2024-10-21&key=customer',
    'https://example.com/?tokens=5&monkey=1',
    'https://example.com/?api_key=',
    'https://example.com/a@b?q=x@y',
  ])('%s is as it should be', (url) => expect(issuesOf(url)).toEqual([]));
});

describe('the headers of an endpoint', () => {
  const messageOf = (more: object) =>
    evaluationConfigSchema.safeParse({ endpoint: { url: 'https://example.com/', ...more } }).error?.issues[0]?.message;

  it.each(['content-length', 'Transfer-Encoding', 'connection', 'Upgrade', 'te', 'trailer', ' Host '])(
    'do not frame the request: %s is refused, as a header of its own and as one that carries a secret',
    (name) => {
      expect(messageOf({ headers: { [name]: 'x' } })).toContain('frames the request');
      const auth = { type: 'header', header: name.trim(), secretArn: 'arn:aws:secretsmanager:us-east-1:1:secret:s' };
      expect(messageOf({ auth })).toContain('frames the request');
    },
  );

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\u2028b'])(
    'hold one line of Latin-1: %j is refused, and not repeated',
    (value) => {
      expect(messageOf({ headers: { 'x-a': value } })).toMatch(/^The value of x-a must/);
      expect(messageOf({ headers: { 'x-a': value } })).not.toContain(value);
    },
  );

  it('are held to the same in each request of a job', () => {
    const issuesOf = (job: object) =>
      evaluationConfigSchema
        .safeParse({
          endpoint: { url: 'https://example.com/' },
          bulkConfig: { preset: 'anthropic-batches', job },
        })
        .error?.issues.map(({ path }) => path.join('.'));
    const step = (headers: object) => ({ submit: [{ url: '/jobs', headers }] });
    expect(issuesOf(step({ Host: 'x' }))).toEqual(['bulkConfig.job.submit.0.headers.Host']);
    expect(issuesOf(step({ 'x-a': 'a\r\nb' }))).toEqual(['bulkConfig.job.submit.0.headers.x-a']);
    expect(issuesOf(step({ 'x a': 'b' }))).toEqual(['bulkConfig.job.submit.0.headers.x a']);
    expect(issuesOf({ idempotencyHeader: 'Transfer-Encoding' })).toEqual(['bulkConfig.job.idempotencyHeader']);
    expect(issuesOf(step({ 'x-a': 'b' }))).toBeUndefined();
  });

  it('may be any others', () => {
    expect(messageOf({ headers: { 'x-host': 'a', te2: 'b' } })).toBeUndefined();
  });
});
