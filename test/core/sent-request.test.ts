import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { sentRequest } from '../../core/sent-request.ts';

const row = { calls: 1, request: null, input: '{"q":"hi"}' };
const endpoint = (given: object, more: object = {}) =>
  evaluationConfigSchema.parse({ endpoint: { url: 'https://api.example.com/v1?a=1', ...given }, ...more });

describe('the request that a row was sent as', () => {
  it('is the row’s input where nothing maps it, with the address and the headers', () => {
    expect(sentRequest(endpoint({ headers: { 'x-tenant': 'blue' } }), row)).toEqual({
      to: 'POST https://api.example.com/v1?a=1',
      headers: { 'x-tenant': 'blue' },
      body: '{"q":"hi"}',
    });
  });

  it('is what the mapping made of it', () => {
    const mapped = endpoint({}, { endpointInputMapping: '{ "question": input.q }' });
    expect(sentRequest(mapped, { ...row, request: '{"question":"hi"}' })?.body).toBe('{"question":"hi"}');
    expect(sentRequest(mapped, row)?.body).toBeNull();
    expect(sentRequest(endpoint({ method: 'GET' }), row)).toMatchObject({ body: null });
  });

  it('shows no credentials, wherever they are sent', () => {
    const secretArn = 'arn:aws:secretsmanager:us-east-1:1:secret:k';
    const shown = (given: object) => sentRequest(endpoint(given), row);
    expect(shown({ auth: { type: 'bearer', secretArn } })?.headers).toEqual({ authorization: 'Bearer ***' });
    expect(shown({ auth: { type: 'basic', secretArn } })?.headers).toEqual({ authorization: 'Basic ***' });
    expect(shown({ auth: { type: 'header', header: 'x-key', secretArn } })?.headers).toEqual({ 'x-key': '***' });
    expect(shown({ auth: { type: 'query', parameter: 'key', secretArn } })?.to).toMatch(/\?a=1&key=\*\*\*$/);
    // Runs of earlier versions may have keys in their headers.
    const headers = { 'X-Api-Key': 'abcdef' };
    const earlier = endpoint({});
    const config =
      earlier.executionMode === 'endpoint' ? { ...earlier, endpoint: { ...earlier.endpoint, headers } } : earlier;
    expect(sentRequest(config, row)?.headers).toEqual({ 'X-Api-Key': '***' });
  });

  it('is the payload of a tool and the input of an agent; a row that was not called has none', () => {
    const toolLambdaArn = 'arn:aws:lambda:us-east-1:123456789012:function:f';
    const agentStateMachineArn = 'arn:aws:states:us-east-1:123456789012:stateMachine:a';
    const tool = evaluationConfigSchema.parse({ executionMode: 'tool', toolLambdaArn });
    const agent = evaluationConfigSchema.parse({ executionMode: 'agent', agentStateMachineArn });
    expect(sentRequest(tool, { ...row, request: '{}' })).toEqual({ to: toolLambdaArn, body: '{}' });
    expect(sentRequest(agent, { ...row, request: '[]' })).toEqual({ to: agentStateMachineArn, body: '[]' });
    expect(sentRequest(tool, { ...row, calls: 0 })).toBeUndefined();
  });
});
