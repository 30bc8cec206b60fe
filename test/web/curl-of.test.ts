import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { curlOf } from '../../web/pages/run/curl-of.ts';

const SECRET = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:key-AbCdEf';
const TOOL = 'arn:aws:lambda:us-east-1:123456789012:function:tool';
const endpoint = (more: object = {}) =>
  evaluationConfigSchema.parse({
    endpoint: { url: 'https://example.com/v1?a=b', method: 'POST', headers: { 'x-a': 'b' }, ...more },
  });
const row = (request: string | null, input = '{"n":1}') => ({ calls: 1, request, input });

describe('a call as a command', () => {
  it('sends what the row sent, quoted for a shell', () => {
    expect(curlOf(endpoint(), row(`{"q":"it's"}`))).toBe(
      [
        `curl -X POST 'https://example.com/v1?a=b'`,
        `-H 'content-type: application/json'`,
        `-H 'x-a: b'`,
        `--data-raw '{"q":"it'\\''s"}'`,
      ].join(' \\\n  '),
    );
  });

  it('sends the input where that was sent as it is, and nothing by GET', () => {
    expect(curlOf(endpoint(), row(null))).toContain(`--data-raw '{"n":1}'`);
    expect(curlOf(endpoint({ method: 'GET' }), row(null))).toBe(
      `curl -X GET 'https://example.com/v1?a=b' \\\n  -H 'x-a: b'`,
    );
    expect(curlOf(endpoint(), { ...row(null), calls: 0 })).toBeUndefined();
  });

  it('has the secret as a variable, wherever it goes', () => {
    const auth = (more: object) => curlOf(endpoint({ auth: { secretArn: SECRET, ...more } }), row(null)) ?? '';
    expect(auth({ type: 'bearer' })).toContain(`-H 'authorization: Bearer '"$SECRET"`);
    expect(auth({ type: 'query', parameter: 'key' })).toContain(`'https://example.com/v1?a=b&key='"$SECRET"`);
    expect(auth({ type: 'basic' })).toContain('-u "$SECRET"');
    expect(auth({ type: 'header', header: 'X-Key' })).not.toContain(SECRET);
  });

  it('is none of an agent or a tool', () => {
    expect(
      curlOf(evaluationConfigSchema.parse({ executionMode: 'tool', toolLambdaArn: TOOL }), row('{}')),
    ).toBeUndefined();
  });
});
