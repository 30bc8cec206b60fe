import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { ERRORS } from '../contracts/errors.ts';
import { evaluationConfigSchema } from '../contracts/evaluation-config.ts';
import { evaluatorFields } from '../contracts/evaluator-fields.ts';
import { evaluatorSchema } from '../contracts/evaluators.ts';
import { executionInputSchema } from '../contracts/execution-input.ts';
import { evalJsonSchema, type JsonSchema } from '../core/eval-file/json-schema.ts';
import { COMMAND_OUTPUT } from './command-output.ts';
import { EVALUATOR_PAGES } from './evaluator-pages.ts';
import { escaped, rowsOf, table } from './field-table.ts';
import { outputPage } from './output-page.ts';
import { publishedSchema } from './published-schema.ts';
import { tablesPage } from './tables-page.ts';

/** What `npm run docs` writes: text by the file's name in this folder. A test holds the files to it. */
export const generated: Record<string, () => string> = {
  'eval.schema.json': () => formatted('eval.schema.json', JSON.stringify(publishedSchema(evalJsonSchema()))),
  'configuration.md': configuration,
  'json.md': () => outputPage(COMMAND_OUTPUT),
  'tables.md': tablesPage,
  'evaluators.md': evaluators,
};

/** In the form the formatter would give it, so that both agree. */
const formatted = (name: string, text: string): string =>
  execFileSync(join(import.meta.dirname, '../node_modules/.bin/biome'), ['format', `--stdin-file-path=${name}`], {
    input: text,
    encoding: 'utf8',
  });

function configuration(): string {
  const file = evalJsonSchema();
  const input = z.toJSONSchema(executionInputSchema, { io: 'input' }) as JsonSchema;
  const config = z.toJSONSchema(evaluationConfigSchema, { io: 'input' }) as JsonSchema;
  const { config: _config, ...fields } = file.properties ?? {};
  const { config: _inputConfig, ...inputFields } = input.properties ?? {};
  return `# Configuration

<!-- Written by \`npm run docs\` from contracts/. Change it there. -->

## eval.yaml

What \`rollcall run\` reads. Paths count from the file's own folder. \`\${NAME}\` takes a value from the environment,
\`\${NAME:-default}\` has a default, \`$\${\` is a dollar and a brace. Editors complete and check it with
[eval.schema.json](eval.schema.json): put a first line with the path to it.

\`\`\`yaml
# yaml-language-server: $schema=docs/eval.schema.json
dataset: { file: tickets.csv, idColumn: ticket }
target:
  endpoint: { url: "\${ENDPOINT_URL}" }
mappings:
  input: '{ "question": input.subject & "\\n" & input.body }'
  output: body.answer
executor: { maxConcurrency: 8, budgetLimit: 2.50 }
thresholds: { minPassRate: 0.9, maxErrorRate: 0.02, maxP95Ms: 4000 }
\`\`\`

${table(rowsOf({ properties: fields, required: file.required }))}

\`target\` takes one of \`endpoint\`, \`agent\`, \`tool\`, \`configId\`. In place of \`target\`, \`mappings\`, \`executor\` and \`export\` the
whole configuration (see *Evaluation configuration*) may stand under \`config\`.

**Pass rate.** Where rows have scores, the share of graded rows that passed. Otherwise the share of rows with an expected
answer whose answer equals it, spaces around both aside. Who counts: [scoring](scoring.md).

**Exit codes** of \`rollcall run\`: 0 thresholds met, 1 not met or not measured, 2 usage or configuration, 3 the run could not
complete (it was halted, cancelled or failed, or you left it before its end) or no row was
answered. A \`maxRegression\` that the rows cannot decide exits 0 with a warning; see [gates](scoring.md#gates). \`watch\`, \`retry\`, and \`resume\` with \`--wait\`, answer alike, with the thresholds of the
file that \`--eval\` names.

## Input of an execution

What the state machine \`rollcall-evaluation\` is started with, from the console or by StartExecution.

${table(rowsOf({ properties: inputFields }))}
| \`config\` | an object | | the configuration, see below; or give \`configId\` |

## Evaluation configuration

\`executionMode\` says which of the three tables applies; without it, \`endpoint\`.

${modes(config)}

## Errors

An error, of a row or of a command, has one of these names. A row's transient errors are retried by \`executor.retryPolicy\`; the others are not.

| name | class | what to do |
|---|---|---|
${Object.entries(ERRORS)
  .map(([name, entry]) => `| \`${name}\` | ${entry.class} | ${escaped(entry.hint)} |`)
  .join('\n')}
`;
}

function evaluators(): string {
  const common = z.toJSONSchema(z.strictObject(evaluatorFields), { io: 'input' }) as JsonSchema;
  const { oneOf = [] } = z.toJSONSchema(evaluatorSchema, { io: 'input' }) as JsonSchema;
  return `# Evaluators

<!-- Written by \`npm run docs\` from contracts/ and docs/evaluator-pages.ts. Change it there. -->

Say what a good answer is: a list in \`eval.yaml\`, in a configuration, or in the file that \`rollcall score\` reads. How scores become
a pass rate, and how to read the figures, is told in [scoring.md](scoring.md). Every evaluator gives a score from 0 to 1, whether
it passed, and often a reason; or an error, which is neither pass nor fail and is counted apart. All have these fields:

${table(rowsOf(common))}

${oneOf.map((evaluator) => evaluatorPage(evaluator, Object.keys(common.properties ?? {}))).join('\n\n')}
`;
}

function evaluatorPage({ properties = {}, required }: JsonSchema, common: readonly string[]): string {
  const { type, ...fields } = properties;
  const name = String(type?.const);
  const own = Object.fromEntries(Object.entries(fields).filter(([field]) => !common.includes(field)));
  const { example = '', about = '' } = EVALUATOR_PAGES[name] ?? {};
  return `## ${name}\n\n${type?.description}.\n\n\`\`\`yaml\n${example}\n\`\`\`\n\n${about}\n\n${table(rowsOf({ properties: own, required }))}`;
}

/** What differs between the modes, then what they share. */
function modes(config: JsonSchema): string {
  const options = config.oneOf ?? config.anyOf ?? [];
  const [first = {}] = options;
  const shared = Object.keys(first.properties ?? {}).filter((name) =>
    options.every((option) => option.properties && name in option.properties && name !== 'executionMode'),
  );
  const pick = (option: JsonSchema, keep: (name: string) => boolean): JsonSchema => ({
    properties: Object.fromEntries(Object.entries(option.properties ?? {}).filter(([name]) => keep(name))),
    required: option.required,
  });
  const own = options.map((option) => {
    const mode = String(option.properties?.executionMode?.const);
    const rows = rowsOf(pick(option, (name) => !shared.includes(name) && name !== 'executionMode'));
    return `### ${mode}\n\n${table(rows)}`;
  });
  return [...own, `### in all modes\n\n${table(rowsOf(pick(first, (name) => shared.includes(name))))}`].join('\n\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [name, write] of Object.entries(generated)) writeFileSync(join(import.meta.dirname, name), write());
}
