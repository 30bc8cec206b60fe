import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactJson, redactor } from '../../core/redact.ts';

const hide = (text: string, secret: string, sentAs = 'Bearer') => redactor([{ text: secret, sentAs }])(text);

const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicode = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

const WRITINGS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text),
  'json in json': (text) => JSON.stringify(JSON.stringify(text)),
  'json in json in json': (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))),
  'json with slashes escaped': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'json of code units': unicode,
  'url component': encodeURIComponent,
  'lower-case url component': (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  form: (text) => new URLSearchParams([['k', text]]).toString().slice(2),
  'every byte in percent': percent,
  'url in a url': (text) => encodeURIComponent(encodeURIComponent(text)),
  html,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 for urls': (text) => Buffer.from(text).toString('base64url'),
  'base64 in a url': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  hex: (text) => Buffer.from(text).toString('hex'),
};

const secret = fc.oneof(
  fc.string({ minLength: 8, maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 8, maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '/', '%', '+', ' ', '&', "'", '<', 'a', '1', '='),
    minLength: 8,
    maxLength: 20,
  }),
);

describe('a secret in a text', () => {
  it.each(Object.keys(WRITINGS))('is hidden when it is written as %s', (name) => {
    const write = WRITINGS[name] ?? String;
    fc.assert(
      fc.property(secret, (text) => {
        const echoed = write(text);
        const hidden = hide(`before ${echoed} after`, text);
        expect(hidden).not.toContain(echoed);
        expect(hidden).toMatch(/^before .*\*\*\*.* after$/s);
      }),
      { numRuns: 60 },
    );
  });

  it('of less than eight characters is hidden as a word, and leaves words it is a part of', () => {
    expect(hide('{"key":"pass1","text":"pass123 compass1"} user%3Apass1 \\npass1', 'pass1')).toBe(
      '{"key":"***","text":"pass123 compass1"} user%3A*** \\n***',
    );
  });

  it.each(['a', '7', 'abc'])('of so few characters as %j is hidden behind the name it was sent under only', (text) => {
    const body = `{"authorization":"Bearer ${text}","answer":"${text}","X-Api-Key":"${text}"}`;
    expect(hide(body, text)).toBe(`{"authorization":"Bearer ***","answer":"${text}","X-Api-Key":"${text}"}`);
    expect(hide(body, text, 'x-api-key')).toBe(
      `{"authorization":"Bearer ${text}","answer":"${text}","X-Api-Key":"***"}`,
    );
  });

  it('is hidden whole, with the spaces in it', () => {
    expect(hide('got: correct horse battery staple!', 'correct horse battery staple')).toBe('got: ***!');
  });

  it('leaves JSON that is JSON', () => {
    const redact = redactor([{ text: '12345678', sentAs: 'Bearer' }]);
    expect(JSON.parse(redactJson('{"a":12345678,"b":["x12345678",true,null,1]}', redact))).toEqual({
      a: '***',
      b: ['x***', true, null, 1],
    });
  });

  it('takes no longer than the text is long', () => {
    const started = Date.now();
    for (const text of ['\\'.repeat(12), '%'.repeat(20), 'sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])
      hide(`${text.slice(1)}x`.repeat(20_000).slice(0, 2_000_000), text);
    expect(Date.now() - started).toBeLessThan(60_000);
  });
});
