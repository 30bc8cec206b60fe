import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsonata from 'jsonata';
import former from 'jsonata-2.0';
import { describe, expect, it } from 'vitest';

const FOLDERS = ['test/core', 'test/functions', 'test/runs', 'test/client', 'test/lib', 'test/web', 'examples', 'docs'];
const QUOTED = /(["'`])((?:(?!\1)[^\\\n]|\\.){2,400})\1/g;
const ROOT = {
  sample_id: 's-1',
  row_index: 7,
  input: {
    question: 'Why?',
    n: 3,
    tags: ['a', 'b'],
    items: [
      { id: 1, price: 4 },
      { id: 2, price: 1 },
    ],
    text: 'Hello',
  },
  expected: '42',
  metadata: { lang: 'en' },
  actual: '42',
  status: 200,
  headers: { date: 'today' },
  body: { label: 'bug', choices: [{ message: { content: 'hi' } }], ids: ['x'], data: { status: 'done' } },
};

/** Gives something else each time, or never ends. */
const UNEQUAL = /\$(now|millis|random|shuffle|uuid|pad|f\()|\d{5}|\)[+*]|__proto__|^function/;

/** Whatever is quoted in tests, examples and pages and reads like an expression in both versions. */
function expressions(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ).filter((file) => /\.(ts|md|ya?ml|json)$/.test(file) && !/hostile|escapes|versions|mapped-columns/.test(file));
  const texts = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(QUOTED)].map(([, , text = '']) => text),
  );
  return [...new Set(texts)].filter((text) => /[$.{[]|input/.test(text) && !UNEQUAL.test(text));
}

/** What a function keeps beside itself is nobody's. */
const withoutFunctions = (_key: string, part: unknown): unknown =>
  part && typeof part === 'object' && '_jsonata_function' in part ? 'function' : part;

const outcome = async (library: typeof jsonata, text: string): Promise<string> => {
  try {
    return JSON.stringify(await library(text).evaluate(structuredClone(ROOT)), withoutFunctions) ?? 'nothing';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};

/** It is no expression to either of them. */
const UNREADABLE = /^S\d{4}$/;

describe('the newest JSONata and the one that Step Functions runs', () => {
  it('give the same for every expression of the tests, the examples and the pages', async () => {
    const different: string[] = [];
    let values = 0;
    for (const text of expressions()) {
      const [before, after] = await Promise.all([outcome(former as typeof jsonata, text), outcome(jsonata, text)]);
      if (!/^[STD]\d{4}$|^nothing$/.test(after)) values += 1;
      if (before !== after && !(UNREADABLE.test(before) && UNREADABLE.test(after)))
        different.push(`${text}: ${before}, now ${after}`);
    }
    expect(values).toBeGreaterThan(100);
    expect(different).toEqual([]);
  });

  it.each([
    ['a ?? 1', 'S0211', '1'],
    ['a ?: 1', 'S0211', '1'],
    ['{"__proto__": 1, "a": 2}', '{"a":2}', '{"__proto__":1,"a":2}'],
    ['{"_jsonata_lambda": true}', '{"_jsonata_lambda":true}', 'D1013'],
  ])('differ in %s', async (text, before, after) => {
    expect([await outcome(former as typeof jsonata, text), await outcome(jsonata, text)]).toEqual([before, after]);
  });
});
