import { describe, expect, it } from 'vitest';
import { curlOf } from '../../web/pages/run/curl-of.ts';

const endpoint = (more: object = {}) => ({
  endpoint: { url: 'https://example.com/v1?a=b', method: 'POST', headers: { 'x-a': 'b' }, ...more },
});

describe('a call as a command', () => {
  it('sends what the row sent, quoted for a shell', () => {
    expect(curlOf(endpoint(), `{"q":"it's"}`)).toBe(
      [
        `curl -X POST 'https://example.com/v1?a=b'`,
        `-H 'content-type: application/json'`,
        `-H 'x-a: b'`,
        `--data-raw '{"q":"it'\\''s"}'`,
      ].join(' \\\n  '),
    );
  });

  it('has the secret as a variable, wherever it goes', () => {
    const auth = (more: object) => curlOf(endpoint({ auth: { secretArn: 'arn', ...more } }), null) ?? '';
    expect(auth({ type: 'bearer' })).toContain(`-H 'authorization: Bearer '"$SECRET"`);
    expect(auth({ type: 'query', parameter: 'key' })).toContain(`'https://example.com/v1?a=b&key='"$SECRET"`);
    expect(auth({ type: 'basic' })).toContain('-u "$SECRET"');
    expect(auth({ type: 'header', header: 'X-Key' })).not.toContain('arn');
  });

  it('is none of an agent or a tool', () => {
    expect(curlOf({ executionMode: 'tool', toolLambdaArn: 'arn' }, '{}')).toBeUndefined();
  });
});
