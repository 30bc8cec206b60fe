import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const VALUES: Record<string, string> = {
  quotes: `'single' "double" \`back\``,
  newlines: 'first\nsecond\r\nthird\rfourth',
  unicode: 'naïve Ωmega 日本語 مرحبا 👩‍🚀 \u2028 \u00a0',
  sql: `'; DROP TABLE evaluation_results_evaluations; --`,
  json: '{"a":[1,2,{"b":"c"}],"d":null}',
  backslashes: 'C:\\temp\\n \\u0041 \\',
  template: `\${Partition} {% $states.input %} {{mustache}}`,
  long: 'ünïcödé and plain text, '.repeat(4200),
  padded: '  leading and trailing  ',
};

describe('an answer arrives byte for byte', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  const names = Object.keys(VALUES);
  const large = Array.from({ length: 4_900_000 }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n = 0 }) => ({ body: { answer: n === -1 ? large : VALUES[names[n] ?? ''] } })),
    ]);
    await rollcall.insertDataset(
      'values',
      names.map((name, n) => ({ n, text: VALUES[name] })),
      names.map((name) => VALUES[name] ?? ''),
    );
    await rollcall.insertDataset('large-values', [{ n: -1 }]);
  });
  afterAll(() => endpoint?.close());
  const config = () => ({
    endpoint: { url: endpoint.url, allowPrivateAddresses: true },
    executor: { maxConcurrency: 4 },
  });

  it('whatever it holds, and so do input and expected', async () => {
    const summary = await rollcall.run('values', { datasetId: 'values', config: config() });
    expect(summary).toMatchObject({ succeeded: names.length, failed: 0 });
    const rows = await rollcall.results('values', 'input, expected, actual_output');
    for (const [index, name] of names.entries()) {
      const row = rows[index];
      expect(row?.actual_output, name).toBe(VALUES[name]);
      expect(row?.expected, name).toBe(VALUES[name]);
      expect(JSON.parse(row?.input ?? '{}').text, name).toBe(VALUES[name]);
    }
  });

  it('also when it is nearly 5 MB', async () => {
    await rollcall.run('large-values', { datasetId: 'large-values', config: config() });
    const [row] = await rollcall.results('large-values', 'actual_output, length(actual_output) AS n');
    expect(row?.n).toBe(String(large.length));
    expect(row?.actual_output === large).toBe(true);
  });
});
