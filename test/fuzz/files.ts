import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEvalFile } from '../../cli/eval-file/read-eval-file.ts';
import { configOf } from '../../cli/eval-file/to-config.ts';
import { DatasetParser } from '../../core/dataset/dataset-parser.ts';
import { evaluateMapping } from '../../core/mapping/evaluate-mapping.ts';
import { readInput } from '../../functions/run-planner/read-input.ts';
import { mutated } from './mutated.ts';
import { expectRefusal, type Surface } from './surface.ts';

const CSV = 'question,expected,id\n"a, ""b""",c,1\r\nd,e,2\n';
const JSON_ROWS = '[{"question":"a","expected":{"b":[1,2.50,null]},"id":1},{"question":"c\\u00e9","id":2}]';
const JSON_LINES = '{"question":"a","id":1}\n{"question":"b","nested":{"x":[true]},"id":2}\n';
const CONFIG = JSON.stringify({
  datasetId: 'd',
  config: {
    endpoint: { url: 'https://example.com/a?b=c', headers: { 'x-a': 'b' }, auth: { type: 'bearer', secretArn: 'arn' } },
    endpointInputMapping: '{ "q": input.question }',
    executor: { maxConcurrency: 5, timeoutSeconds: 30, stopOnError: 'stop_after_n', budgetLimit: 1.5 },
  },
});
const EVAL_FILE = `dataset: rows.csv
target:
  endpoint: { url: "https://example.com", method: POST, headers: { x: "\${HOME}" } }
mappings: &m
  input: '{ "q": input.question }'
executor:
  maxConcurrency: 3
`;
const MAPPINGS = [
  '{ "q": input.question, "n": $sum(input.xs) }',
  'input.xs[id > 1].name & "x"',
  '$map(input.xs, $string)',
];
const ROW = { sample_id: 's', row_index: 0, input: { question: 'q', xs: [1, { id: 2, name: 'n' }] }, expected: null };

const folder = mkdtempSync(join(tmpdir(), 'rollcall-fuzz-'));

async function parse(name: string, text: string): Promise<void> {
  try {
    const parser = new DatasetParser({ name, options: {} });
    const bytes = Buffer.from(text, 'utf8');
    // In two pieces, as a file comes.
    parser.push(bytes.subarray(0, bytes.length >> 1));
    parser.push(bytes.subarray(bytes.length >> 1));
    parser.end();
  } catch (error) {
    expectRefusal(error, 'InvalidDataset');
  }
}

export const FILES: readonly Surface[] = [
  { name: 'a CSV file', share: 12, given: mutated(CSV), attack: (text) => parse('rows.csv', text) },
  { name: 'a JSON file', share: 8, given: mutated(JSON_ROWS), attack: (text) => parse('rows.json', text) },
  { name: 'a JSON Lines file', share: 8, given: mutated(JSON_LINES), attack: (text) => parse('rows.jsonl', text) },
  { name: 'a file of any kind', share: 4, given: mutated(CSV, JSON_ROWS), attack: (text) => parse('rows.txt', text) },
  {
    name: 'the input of a run',
    share: 8,
    given: mutated(CONFIG),
    async attack(text) {
      try {
        readInput(JSON.parse(text));
      } catch (error) {
        expectRefusal(error, 'InvalidRunInput', 'SyntaxError');
      }
    },
  },
  {
    name: 'an eval.yaml',
    share: 8,
    given: mutated(EVAL_FILE),
    async attack(text) {
      const path = join(folder, 'fuzzed.eval.yaml');
      writeFileSync(path, text);
      try {
        configOf(readEvalFile(path));
      } catch (error) {
        expectRefusal(error, 'CliError');
      }
    },
  },
  {
    name: 'a mapping',
    share: 4,
    given: mutated(...MAPPINGS),
    async attack(expression) {
      try {
        await evaluateMapping({ expression, field: 'endpointInputMapping', maxBytes: 100_000 }, ROW);
      } catch (error) {
        expectRefusal(error, 'MappingSyntax', 'MappingFailed', 'MappingTimeout');
      }
    },
  },
];

export const FUZZED_FILES = folder;
