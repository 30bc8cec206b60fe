import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { PROVIDER_NAMES } from '../../domain/models/model-schema.ts';
import { defineAction, type Shell } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { type Chosen, filesOf, type Kind, type ModelName } from '../init/files-of.ts';
import { several } from '../option-values.ts';

interface Options {
  readonly model?: string[];
  readonly url?: string;
  readonly endpoint?: string;
  readonly agent?: string;
  readonly tool?: string;
}

const KINDS = ['model', 'endpoint', 'agent', 'tool'] as const;

/** Writes an eval.yaml to begin with, its dataset and prompts. */
export function initCommand(program: Command, shell: Shell): void {
  const command = program
    .command('init')
    .argument('[folder]', 'where to write (default: here)')
    .option('--model <provider/model>', 'such as openai/gpt-4.1-mini; give several to compare them', several)
    .option('--url <url>', 'with --model: where the API is, if not at the provider’s own address')
    .option('--endpoint <url>', 'call an HTTP API')
    .option('--agent <arn>', 'call a Step Functions state machine')
    .option('--tool <arn>', 'call a Lambda function');
  defineAction<Options>(command, shell, async ({ terminal }, options, folder = '.') => {
    const chosen = (await chosenBy(options)) ?? (await asked());
    const files = Object.entries(filesOf(chosen));
    const taken = files.find(([name]) => existsSync(join(folder, name)));
    if (taken) throw usageError(`${join(folder, taken[0])} exists.`, 'Name another folder: rollcall init FOLDER');
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    ignoreData(folder);
    const file = join(folder, 'eval.yaml');
    terminal.object({ files: files.map(([name]) => join(folder, name)) });
    for (const [name] of files) terminal.line(`Wrote ${join(folder, name)}`);
    terminal.line(`Next: rollcall plan ${file}, then rollcall run ${file}`);
  });
}

async function chosenBy({ model, url, ...others }: Options): Promise<Chosen | undefined> {
  const given = KINDS.filter((kind) => (kind === 'model' ? model : others[kind]) !== undefined);
  if (given.length > 1) throw usageError(`--${given.join(' and --')} are both given; give one of them.`);
  const [kind] = given;
  if (!kind) return undefined;
  return kind === 'model' ? { kind, models: (model ?? []).map(modelName), url } : { kind, address: others[kind] ?? '' };
}

function modelName(text: string): ModelName {
  const [provider = '', ...rest] = text.split('/');
  const known = PROVIDER_NAMES.find((name) => name === provider);
  if (known && rest.length > 0) return { provider: known, model: rest.join('/') };
  throw usageError(
    `--model is ${text}; it must be a provider and a model, such as openai/gpt-4.1-mini.`,
    `Providers: ${PROVIDER_NAMES.join(', ')}.`,
  );
}

const QUESTIONS: Readonly<Record<Kind, string>> = {
  model: 'Which model? (provider/model, such as openai/gpt-4.1-mini) ',
  endpoint: 'Its URL? ',
  agent: 'The ARN of its state machine? ',
  tool: 'The ARN of its function? ',
};

/** At most three questions, of a person at a terminal. */
async function asked(): Promise<Chosen> {
  if (!process.stdin.isTTY) {
    throw usageError('What is to be evaluated?', 'Say it with --model, --endpoint, --agent or --tool.');
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = (await lines.question(`What do you want to evaluate? (${KINDS.join(', ')}) [model] `)).trim();
    const kind = KINDS.find((one) => one.startsWith(answer || 'model'));
    if (!kind) throw usageError(`${answer} is not one of ${KINDS.join(', ')}.`);
    const address = (await lines.question(QUESTIONS[kind])).trim();
    if (kind !== 'model') return { kind, address };
    const model = modelName(address || 'openai/gpt-4.1-mini');
    const isElsewhere = model.provider === 'openai-compatible';
    const url = isElsewhere
      ? (await lines.question('Where is its API? (such as http://localhost:11434/v1) ')).trim()
      : '';
    return { kind, models: [model], ...(url && { url }) };
  } finally {
    lines.close();
  }
}

/** The local cloud's data, with its secrets, belongs in no repository. */
function ignoreData(folder: string): void {
  const file = join(folder, '.gitignore');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (before.split('\n').some((line) => line.trim().startsWith('.rollcall'))) return;
  writeFileSync(file, `${before}${before && !before.endsWith('\n') ? '\n' : ''}.rollcall/\n`);
}
