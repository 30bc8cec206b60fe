// biome-ignore-all lint/suspicious/noTemplateCurlyInString: eval files hold such placeholders themselves
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvalFile } from '../../../cli/eval-file/read-eval-file.ts';
import { configOf } from '../../../cli/eval-file/to-config.ts';
import { CliError, EXIT } from '../../../cli/exit-codes.ts';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-eval-file-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string, env: NodeJS.ProcessEnv = {}) {
  const path = join(folder, 'tickets.eval.yaml');
  writeFileSync(path, text);
  return readEvalFile(path, env);
}

/** The problems without the folder, one a line. */
function problems(text: string, env: NodeJS.ProcessEnv = {}): string[] {
  try {
    read(text, env);
  } catch (error) {
    expect(error).toBeInstanceOf(CliError);
    expect((error as CliError).exitCode).toBe(EXIT.usage);
    return (error as CliError).message.replaceAll(`${folder}/`, '').split('\n');
  }
  throw new Error('The file was accepted.');
}

const GOOD = 'dataset: { id: d }\ntarget: { endpoint: { url: https://example.com } }\n';

describe('what is wrong with an eval file', () => {
  it('is said with file, line and column, the value and what is allowed', () => {
    expect(problems(`${GOOD}executor:\n  maxConcurrency: 0\n`)).toEqual([
      'tickets.eval.yaml:4:19: executor.maxConcurrency is 0; it must be a whole number from 1 to 1000.',
    ]);
  });

  it('is said all at once', () => {
    const text = 'dataset: { id: d }\ntarget: { tool: x }\nlimit: few\nthresholds: { minPassRate: 95 }\n';
    expect(problems(text).map((line) => line.split(': ')[1]?.split(' ')[0])).toEqual([
      'target.tool',
      'limit',
      'thresholds.minPassRate',
    ]);
  });

  it.each([
    [
      'executor: { maxConcurency: 2 }',
      'executor.maxConcurency is not a valid field of executor. Did you mean maxConcurrency?',
    ],
    ['executor: { stopOnError: stop_after }', 'Did you mean stop_after_n?'],
    ['treshholds: { maxP95Ms: 1 }', 'Did you mean thresholds?'],
    ['colour: blue', 'Valid fields: name, dataset, target,'],
    ['trace: maybe', 'trace is "maybe"; it must be true or false.'],
    ['executor: 5', 'executor is 5; it must be an object with maxConcurrency,'],
  ])('%s: %s', (line, said) => {
    expect(problems(`${GOOD}${line}\n`)[0]).toContain(said);
  });

  it('names what is missing', () => {
    expect(problems('target: { tool: "arn:aws:lambda:us-east-1:123456789012:function:t" }\n')[0]).toContain(
      'dataset is missing',
    );
    expect(problems('dataset: { id: d }\n')[0]).toContain('target is missing');
    expect(problems('dataset: { name: x }\ntarget: { configId: c }\n')[0]).toContain('dataset needs file or id');
  });

  it('is said when two things exclude each other', () => {
    expect(problems('dataset: { id: d, file: f.csv }\ntarget: { configId: c }\n')[0]).toContain(
      ':1:16: dataset has file and id; give one of them',
    );
    expect(problems('dataset: { id: d }\ntarget: { configId: c }\nexecutor: {}\n')[0]).toContain(
      'executor belongs into the configuration that target.configId gives',
    );
  });

  it('is said of a timeout that only an agent may have', () => {
    const executor = 'executor: { timeoutSeconds: 841 }\n';
    expect(problems(`${GOOD}${executor}`)).toEqual([
      expect.stringMatching(/^tickets\.eval\.yaml:3:29: executor\.timeoutSeconds is 841; .* may be 840 at most/),
    ]);
    const agent = 'target: { agent: "arn:aws:states:us-east-1:123456789012:stateMachine:a" }\n';
    expect(read(`dataset: { id: d }\n${agent}${executor}`).executor?.timeoutSeconds).toBe(841);
  });

  it.each([
    ['input: "{ \\"q\\": inptu.message }"', 'mappings.input uses inptu', 'input'],
    [
      'output: label',
      'mappings.output uses label, which does not exist. Available: status, headers, body.',
      'body.label',
    ],
  ])('is said of a mapping that could give nothing: %s', (mapping, said, meant) => {
    const [problem] = problems(`${GOOD}mappings:\n  ${mapping}\n`);
    expect(problem).toMatch(/^tickets\.eval\.yaml:4:\d+: /);
    expect(problem).toContain(said);
    expect(problem).toContain(`Did you mean ${meant}?`);
  });

  it.each([
    'input: input.items[price > 3].name',
    'input: "( $x := input.a; $map(input.list, function($one) { $one.b & $x }) )"',
    'input: "{ \\"text\\": input.question ~> $uppercase(), \\"all\\": $ , \\"more\\": metadata.{ \\"lang\\": lang } }"',
    'output: "status = 200 ? body.answer : $error(body.message)"',
    'output: "$string($.body)"',
  ])('is not said of names that are looked for in a part: %s', (mapping) => {
    expect(read(`${GOOD}mappings:\n  ${mapping}\n`).mappings).toBeDefined();
  });

  it('is said of a mapping that is no JSONata, with its line', () => {
    expect(problems(`${GOOD}mappings: { input: "input." }\n`)[0]).toMatch(
      /^tickets\.eval\.yaml:3:\d+: mappings\.input is not valid JSONata/,
    );
  });

  it('is said of broken YAML and of a file that is not there', () => {
    expect(problems('dataset: {\n')[0]).toMatch(/^tickets\.eval\.yaml:\d+:\d+: /);
    expect(() => readEvalFile(join(folder, 'none.yaml'))).toThrow('file not found');
  });

  it('is said of aliases of aliases that would become gigabytes', () => {
    const levels = Array.from(
      { length: 9 },
      (_, n) =>
        `a${n}: &a${n} [${Array(9)
          .fill(n ? `*a${n - 1}` : 'x')
          .join(', ')}]`,
    );
    expect(problems(`${levels.join('\n')}\n`)[0]).toContain('Excessive alias count');
  });
});

describe('values from the environment', () => {
  it('stand for ${NAME}, in the middle of a text too', () => {
    const file = read('dataset: { id: "${ID}-v2" }\ntarget: { endpoint: { url: "${URL}/sort" } }\n', {
      ID: 'tickets',
      URL: 'https://example.com',
    });
    expect(file.dataset.id).toBe('tickets-v2');
    expect(file.target?.endpoint?.url).toBe('https://example.com/sort');
  });

  it('may be numbers and have defaults', () => {
    const file = read(`${GOOD}executor: { maxConcurrency: "\${N}", timeoutSeconds: "\${T:-12}" }\n`, { N: '7' });
    expect(file.executor).toMatchObject({ maxConcurrency: 7, timeoutSeconds: 12 });
  });

  it('stay text where text is asked for', () => {
    expect(read('name: ${N}\ndataset: { id: d }\ntarget: { configId: c }\n', { N: '42' }).name).toBe('42');
  });

  it('that are not set are named with their line', () => {
    expect(problems('dataset: { id: d }\ntarget: { agent: "${AGENT_ARN}" }\n')).toEqual([
      'tickets.eval.yaml:2:18: the environment variable AGENT_ARN is not set.',
    ]);
  });

  it('are not looked for behind $${, nor in JSONata', () => {
    const file = read(`${GOOD}mappings: { input: 'input & "$\${X}" & $string(input){"a": 1}' }\n`);
    expect(file.mappings?.input).toBe('input & "${X}" & $string(input){"a": 1}');
  });
});

describe('an eval file', () => {
  it('is named after itself unless it says otherwise', () => {
    expect(read(GOOD).name).toBe('tickets');
    expect(read(`name: other\n${GOOD}`).name).toBe('other');
  });

  it.each(['endpoint', 'agent', 'tool'])('of the quickstart (%s) makes a valid configuration', (mode) => {
    const config = configOf(readEvalFile(`examples/quickstart/${mode}.eval.yaml`, {}));
    expect(evaluationConfigSchema.parse(config)).toMatchObject({ executionMode: mode });
  });

  it('may name a registered target, and say how the run is executed', () => {
    const file = read('dataset: { id: d }\ntarget: crm/update\nexecutor: { maxConcurrency: 4 }\n');
    expect(file.target).toMatchObject({ registered: 'crm/update' });
    expect(file.executorFields).toEqual(['maxConcurrency']);
    expect(configOf(file)).toBeUndefined();
    expect(problems('dataset: { id: d }\ntarget: crm\n')).toEqual([
      expect.stringContaining('target must be integration/action'),
    ]);
    expect(problems('dataset: { id: d }\ntarget: crm/update\nmappings: { input: input }\n')).toEqual([
      expect.stringContaining('mappings belongs into the registered target'),
    ]);
  });

  it('may hold the configuration of an execution as it is', () => {
    const config = { executionMode: 'endpoint', endpoint: { url: 'https://example.com' }, trace: true };
    expect(configOf(read(`dataset: { id: d }\nconfig: ${JSON.stringify(config)}\n`))).toMatchObject(config);
  });
});

describe('a variant', () => {
  const variantOf = (own: object, file: object = {}) => {
    const target = {
      endpoint: { url: 'https://a.example', method: 'GET', headers: { a: '1' }, allowPrivateAddresses: true },
      rateLimit: { requestsPerMinute: 60 },
    };
    const mappings = { input: 'input', output: 'body.answer' };
    const variants = [{ name: 'a' }, { name: 'b', ...own }];
    return read(JSON.stringify({ dataset: { id: 'd' }, target, mappings, variants, ...file })).variants?.[1];
  };

  it('inherits mappings.input and mappings.output one by one', () => {
    expect(variantOf({ mappings: { input: '{ "q": input.a }' } })?.mappings).toEqual({
      input: '{ "q": input.a }',
      output: 'body.answer',
    });
    expect(variantOf({})?.mappings).toEqual({ input: 'input', output: 'body.answer' });
  });

  it('inherits what its target leaves out, one level deep; headers replace', () => {
    const target = variantOf({ target: { endpoint: { url: 'https://b.example', headers: { b: '2' } } } })?.target;
    expect(target?.endpoint).toMatchObject({ url: 'https://b.example', method: 'GET', allowPrivateAddresses: true });
    expect(target?.endpoint?.headers).toEqual({ b: '2' });
    expect(target?.rateLimit).toMatchObject({ requestsPerMinute: 60 });
    expect(variantOf({ target: { endpoint: { method: 'PUT' } } })?.target?.endpoint?.url).toBe('https://a.example');
    const limited = variantOf({ target: { rateLimit: { requestsPerMinute: 6 } } })?.target;
    expect(limited).toMatchObject({ endpoint: { method: 'GET' }, rateLimit: { requestsPerMinute: 6 } });
  });

  it('with a target of another kind takes nothing from the file’s', () => {
    const tool = 'arn:aws:lambda:us-east-1:123456789012:function:t';
    expect(variantOf({ target: { tool } }, { mappings: { input: 'input' } })).toMatchObject({ target: { tool } });
    expect(variantOf({ target: { tool } })?.target).toEqual({ tool });
    expect(variantOf({ target: 'crm/update' })).toEqual({ name: 'b', target: { registered: 'crm/update' } });
  });

  it('with a registered target has no mappings of its own', () => {
    const text = `${GOOD}variants: [{ name: a }, { name: b, target: crm/update, mappings: { input: input } }]\n`;
    expect(problems(text)).toEqual([expect.stringContaining('mappings belongs into the registered target')]);
  });
});
