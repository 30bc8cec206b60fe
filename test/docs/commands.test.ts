import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseArguments } from '../../dev/arguments.ts';
import { startEndpoint } from '../../examples/quickstart/endpoint.ts';
import { synthesize } from '../lib/synthesize.ts';
import { ApiClient } from '../support/api-client.ts';
import { rollcall } from '../support/command-line.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { awsCommand } from './aws-command.ts';
import { blockOf, documentedCommands, wordsOf } from './documented-commands.ts';

const run = promisify(execFile);
const PROJECT = process.cwd();
const SAMPLE = 'examples/quickstart/tickets.csv';
const SAMPLE_API = 'http://127.0.0.1:4600/sort';
/** Options that name AWS: the commands are tried on the local cloud. */
const AWS_OPTIONS = { '--aws': 0, '--profile': 1, '--region': 1, '--stack': 1, '--stage': 1 } as const;
const CHANGES_COURSE = /^rollcall (pause|set-concurrency|cancel|resume \$ID$)/;

let cloud: RollcallCloud;
let endpoint: Awaited<ReturnType<typeof startEndpoint>>;
let slow: CountingEndpoint;
let crm: CountingEndpoint;
let folder: string;
const variables: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-documented-'));
  [cloud, endpoint, slow, crm] = await Promise.all([
    RollcallCloud.shared(),
    startEndpoint(),
    countingEndpoint(() => ({ delayMs: 1_500 })),
    countingEndpoint(() => ({})),
  ]);
  copyFileSync(SAMPLE, join(folder, 'slow.csv'));
  // A few rows are enough to try a command.
  const tickets = readFileSync(SAMPLE, 'utf8');
  mkdirSync(dirname(join(folder, SAMPLE)), { recursive: true });
  for (const name of ['tickets.csv', SAMPLE]) {
    writeFileSync(join(folder, name), tickets.slice(0, tickets.indexOf('T-009')));
  }
  writeFileSync(join(folder, 'eval.yaml'), blockOf('README.md', 'yaml').replace(SAMPLE_API, endpoint.url));
  writeFileSync(
    join(folder, 'slow.yaml'),
    `dataset: { file: slow.csv }\ntarget: { endpoint: { url: "${slow.url}", allowPrivateAddresses: true } }\n`,
  );
  const target = blockOf('docs/agents-and-apps.md', 'yaml');
  writeFileSync(join(folder, 'crm.yaml'), target.replace(/url: \S+/, `url: "${crm.url}", allowPrivateAddresses: true`));
  writeFileSync(join(folder, 'items.json'), blockOf('docs/agents-and-apps.md', 'json'));
  const ownAgent = 'docs/own-agent.md';
  mkdirSync(join(folder, 'support'));
  writeFileSync(join(folder, 'support/manifest.json'), blockOf(ownAgent, 'json'));
  writeFileSync(join(folder, 'support/template.json'), blockOf(ownAgent, 'json', 1));
  writeFileSync(join(folder, 'agent.asl.json'), blockOf(ownAgent, 'json', 2));
  const agentEval = blockOf(ownAgent, 'yaml');
  writeFileSync(join(folder, 'agent.eval.yaml'), agentEval);
  writeFileSync(join(folder, 'cli-agent.eval.yaml'), agentEval.replace('support-agent', 'cli-agent'));
  process.env.ENDPOINT_URL = endpoint.url;
  process.chdir(folder);
  await rollcall('run', 'eval.yaml', '--id', 'my-run', '--data', cloud.dataDir);
  const { json } = await rollcall('status', 'my-run', '--json', '--data', cloud.dataDir);
  Object.assign(variables, {
    ID: 'my-run',
    DATASET: json.datasetId,
    EVALUATION_STATE_MACHINE_ARN: cloud.output('EvaluationStateMachineArn'),
    NOTIFICATION_TOPIC_ARN: cloud.output('NotificationTopicArn'),
    ALARM_TOPIC_ARN: cloud.output('AlarmTopicArn'),
    QUEUE_ARN: await queueArn(),
    API: cloud.output('ApiUrl'),
    ROLLCALL_KEY: (await ApiClient.create(cloud)).key ?? '',
  });
});
afterAll(async () => {
  process.chdir(PROJECT);
  await Promise.all([endpoint?.close(), slow?.close(), crm?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function queueArn(): Promise<string> {
  const sqs = new SQSClient(cloud.settings);
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'documented' }));
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
  return Attributes?.QueueArn ?? '';
}

async function tryRollcall(text: string): Promise<void> {
  const words = wordsOf(text, CHANGES_COURSE.test(text) ? { ...variables, ID: 'documented-slow' } : variables).slice(1);
  if (CHANGES_COURSE.test(text)) await slowRunIsGoing();
  const kept: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word in AWS_OPTIONS) index += AWS_OPTIONS[word as keyof typeof AWS_OPTIONS];
    // Others walk through the README on this cloud too.
    else kept.push(word.replace(/^tickets-1$/, 'documented-tickets'));
  }
  const where = kept.includes('preview') ? [] : ['--data', cloud.dataDir];
  const { code, stderr, stdout } = await rollcall(...kept, ...where);
  expect(code, `${stdout}${stderr}`).toBe(0);
}

let slowRun: Promise<unknown> | undefined;

/** A run that takes a while; its concurrency can be changed once the Map has begun. */
async function slowRunIsGoing(): Promise<void> {
  slowRun ??= rollcall('run', 'slow.yaml', '--id', 'documented-slow', '--detach', '--data', cloud.dataDir);
  await slowRun;
  while (slow.total() === 0) await sleep(50);
}

const PROGRAMS: [pattern: RegExp, attempt: (text: string) => Promise<void> | void][] = [
  [/^(npx )?rollcall dev/, (text) => void parseArguments(wordsOf(text.replace(/^npx /, ''), variables).slice(2))],
  [/^rollcall /, tryRollcall],
  [/^npm run -s rollcall -- /, (text) => tryRollcall(text.replace(/^npm run -s rollcall --/, 'rollcall'))],
  [
    // Installing again under the running tests would pull the ground from under them: the lock file must fit.
    /^npm ci$/,
    async () => void (await run('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], { cwd: PROJECT })),
  ],
  [
    // This is that test: what the page promises is what the script and CI do.
    /^npm test$/,
    () => {
      const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
      expect(scripts.test).toMatch(/typecheck.*lint.*vitest run/);
      expect(readFileSync(join(PROJECT, '.ci/run'), 'utf8')).toMatch(/npm ci\nnpm test\nnpm run test:long\n/);
    },
  ],
  // quickstart.long.test.ts tries it.
  [/^npm start$/, () => {}],
  [
    /^npm install -g \.$/,
    async () => {
      const prefix = join(folder, 'global');
      const options = ['--prefix', prefix, '--offline', '--ignore-scripts'];
      await run('npm', ['install', '-g', '.', ...options], { cwd: PROJECT });
      const { stdout } = await run(join(prefix, 'bin/rollcall'), ['--version']);
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    },
  ],
  [/^npm run dev/, (text) => void parseArguments(wordsOf(text, variables).slice(4))],
  [
    // Nothing can be deployed from here; the stacks must synthesize with the same settings.
    /^npx cdk (bootstrap|diff|deploy|destroy|import|synth)( |$)/,
    (text) => {
      const words = wordsOf(text, variables);
      const context = words.flatMap((word, index) => (words[index - 1] === '-c' ? [word] : []));
      const pairs = context.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
      expect([...synthesize(Object.fromEntries(pairs)).stacks.keys()]).toContain('Orchestration');
    },
  ],
  [/^export /, () => {}],
  // What is newer than this checkout is not here.
  [/^git pull$/, () => {}],
  [
    /^curl /,
    async (text) => {
      const [, url = '', ...options] = wordsOf(text, variables);
      const headers = options.filter((_, index) => options[index - 1] === '-H').map((header) => header.split(': '));
      const response = await fetch(url, { headers: Object.fromEntries(headers) });
      expect(response.status, await response.text()).toBe(200);
    },
  ],
  [
    /^aws /,
    async (text) => {
      const answer = await awsCommand(wordsOf(text, variables).slice(1), cloud.cloud.endpoint);
      expect(answer.FunctionError).toBeUndefined();
      if (answer.executionArn)
        expect(await cloud.end(String(answer.executionArn))).toMatchObject({ status: 'SUCCEEDED' });
    },
  ],
];

describe('every command in the README and the docs works', () => {
  it.each(documentedCommands())('$file: $text', { timeout: 180_000 }, async ({ text }) => {
    const attempt = PROGRAMS.find(([pattern]) => pattern.test(text))?.[1];
    if (!attempt) throw new Error(`There is no way to try ${JSON.stringify(text)}; add one to PROGRAMS.`);
    await attempt(text);
  });
});
