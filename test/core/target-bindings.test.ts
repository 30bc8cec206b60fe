import { describe, expect, it } from 'vitest';
import { secretBindingSchema } from '../../contracts/target-bindings.ts';
import { problemOfSecret, problemOfTarget } from '../../core/target-bindings.ts';

const ARN = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:llm-key-AbCdEf';
const secrets = (hosts: string[], more: { arn?: string; tenants?: string[] } = {}) => ({
  secrets: [secretBindingSchema.parse({ arn: ARN, hosts, ...more })],
});
const problem = (url: string, hosts: string[]) => problemOfSecret(ARN, new URL(url), 'acme', secrets(hosts));

describe('a secret', () => {
  it.each([
    ['https://api.example.com/v1', 'api.example.com'],
    ['https://API.example.com:443/', 'api.example.com'],
    ['https://eu.api.example.com', '*.example.com'],
    ['https://api.example.com:8443', 'api.example.com:8443'],
    ['http://127.0.0.1:4599', 'http://127.0.0.1:*'],
    ['http://[::1]/', 'http://[::1]'],
    ['http://anywhere', '*'],
  ])('may be sent to %s where %s is named', (url, host) => {
    expect(problem(url, [host])).toBeUndefined();
  });

  it.each([
    ['https://evil.com/?api.example.com', 'api.example.com'],
    ['https://api.example.com.evil.com', 'api.example.com'],
    ['https://evilexample.com', '*.example.com'],
    ['https://example.com', '*.example.com'],
    ['https://api.example.com@evil.com', 'api.example.com'],
    ['https://api.example.com:8443', 'api.example.com'],
    ['http://api.example.com', 'api.example.com'],
    ['https://apixexample.com', 'api.example.com'],
  ])('may not be sent to %s where %s is named', (url, host) => {
    expect(problem(url, [host])).toContain(`may be sent to ${host} only`);
  });

  it('of others is not there, which says nothing about whose it is', () => {
    const of = (tenant: string) =>
      problemOfSecret(ARN, new URL('https://a.b'), tenant, secrets(['a.b'], { tenants: ['acme'] }));
    expect(of('acme')).toBeUndefined();
    expect(of('other')).toMatch(
      / is not named at deployment for the tenant other\. .*allow it with -c endpointSecrets=/,
    );
  });

  it.each(['llm-key', 'llm-key-AbCdEf', ARN, ARN.slice(0, -7)])('is known when saved as %s', (secretArn) => {
    const called = { endpoint: { url: 'https://a.b', auth: { secretArn } } };
    expect(problemOfTarget(called, 'acme', secrets(['a.b']))).toBeUndefined();
    expect(problemOfTarget(called, 'acme', secrets(['a.b'], { arn: ARN.replace('AbCdEf', '*') }))).toBeUndefined();
    const another = secrets(['a.b'], { arn: ARN.replace('llm', 'crm') });
    expect(problemOfTarget(called, 'acme', another)).toContain('is not named at deployment');
  });

  it('when called is compared by its whole ARN', () => {
    const bindings = secrets(['a.b'], { arn: ARN.replace('AbCdEf', '??????') });
    expect(problemOfSecret(ARN, new URL('https://a.b'), 'acme', bindings)).toBeUndefined();
    expect(problemOfSecret(`${ARN}-GhIjKl`, new URL('https://a.b'), 'acme', bindings)).toBeDefined();
    expect(problemOfSecret('*', new URL('https://a.b'), 'acme', bindings)).toBeDefined();
  });

  it.each(['https://a.b/path', 'a b', '*.', 'ftp://a.b', 'a.b:https', ''])('cannot be bound to %j', (host) => {
    expect(secretBindingSchema.safeParse({ arn: ARN, hosts: [host] }).success).toBe(false);
  });
});

describe('an agent or a tool', () => {
  const tool = 'arn:aws:lambda:eu-west-1:123456789012:function:lookup';

  it('is everybody’s unless whoever deploys says whose', () => {
    const everybodys = { secrets: [] };
    expect(problemOfTarget({ toolLambdaArn: tool }, 'acme', everybodys)).toBeUndefined();
    const bound = { secrets: [], tools: [{ arn: `${tool}*`, tenants: ['acme'] }, { arn: `${tool}-all` }] };
    expect(problemOfTarget({ toolLambdaArn: tool }, 'acme', bound)).toBeUndefined();
    expect(problemOfTarget({ toolLambdaArn: tool }, 'other', bound)).toContain(
      'not named at deployment for the tenant other',
    );
    expect(problemOfTarget({ toolLambdaArn: `${tool}-all` }, 'other', bound)).toBeUndefined();
    const agents = { secrets: [], agents: [{ arn: 'arn:agent', tenants: ['acme'] }] };
    expect(problemOfTarget({ agentStateMachineArn: 'arn:agent' }, 'other', agents)).toBeDefined();
  });
});
