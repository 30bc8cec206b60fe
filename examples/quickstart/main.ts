import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadIntoCloud } from '../../dev/load-into-cloud.ts';
import { startOwnCloud } from '../../dev/start-own-cloud.ts';
import { synthesizeOnce } from '../../dev/synthesize-once.ts';
import { startLimitedApi } from '../limited-api/limited-api.ts';
import { startEndpoint } from './endpoint.ts';

/** Everything the quickstart writes lies here; the next one begins anew. */
const FOLDER = '.rollcall-quickstart';
const DATA = join(FOLDER, 'data');
const EXAMPLE = join('examples', 'quickstart');
const MODES = ['endpoint', 'agent', 'tool'] as const;
const idOf = (mode: (typeof MODES)[number]): string => `quickstart-${mode}`;
const COMMAND = join(import.meta.dirname, '..', '..', 'bin', 'rollcall.js');
/** Exit code 1: done, and a threshold is not met. */
const DONE = [0, 1];

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

async function main(): Promise<void> {
  const began = Date.now();
  say(
    'Rollcall: 20 support tickets through an endpoint, an agent and a tool, and two variants compared, on this machine.',
  );
  mkdirSync(join(FOLDER, 'results'), { recursive: true });
  const [endpoint, { cloud, endpoint: address }] = await Promise.all([
    startEndpoint(),
    startOwnCloud({ data: DATA, outdir: join(FOLDER, 'cdk.out'), fresh: true, note: say }),
    // The command is put together at its first start: here, while the stacks are.
    once(spawn(process.execPath, [COMMAND, '--version'], { stdio: 'ignore' }), 'exit'),
  ]);
  try {
    say(`The stacks are up in the local cloud after ${seconds(began)}.`);
    // The first run has an endpoint; the others' agent and tool are made meanwhile.
    const targets = loadTargets(address);
    targets.catch(() => {});
    for (const mode of MODES) {
      if (mode !== 'endpoint') await targets;
      const file = join(EXAMPLE, `${mode}.eval.yaml`);
      const output = join(FOLDER, 'results', `${mode}.csv`);
      await rollcall(['run', file, '--id', idOf(mode), '--output', output], { ENDPOINT_URL: endpoint.url });
    }
    const variants = join(EXAMPLE, 'variants.eval.yaml');
    const sideBySide = join(FOLDER, 'results', 'variants.csv');
    await rollcall(['run', variants, '--id', 'quickstart-variants', '--output', sideBySide], {
      ENDPOINT_URL: endpoint.url,
    });
    await showPacing();
    await rollcall(['runs']);
    say(`\nLook closer:       npm run -s rollcall -- results ${idOf('agent')} --status failed --data ${DATA}`);
    say('All the commands:  npm run -s rollcall -- --help');
    say(`Done in ${seconds(began)}.`);
    if (process.stdin.isTTY && process.stdout.isTTY) await showConsole();
  } finally {
    await cloud?.close();
    await endpoint.close();
  }
}

/** A user's own stack, with an agent and a tool. */
async function loadTargets(address: string): Promise<void> {
  const app = { path: join(EXAMPLE, 'app.ts'), sources: [EXAMPLE], context: {} };
  await loadIntoCloud(address, [await synthesizeOnce(resolve(FOLDER, 'targets'), app, () => {})], () => {});
}

/** A limit is learned from the first answers, and kept to. */
async function showPacing(): Promise<void> {
  const api = await startLimitedApi({ limit: 50, windowMs: 5_000 });
  try {
    say('\nAn API that takes 50 calls in 5 s, and says so in its headers:');
    const file = join(EXAMPLE, 'paced.eval.yaml');
    await rollcall(['run', file, '--id', 'quickstart-paced'], { ENDPOINT_URL: `${api.url}/items` });
    const tookMs = (api.arrivals.at(-1) ?? 0) - (api.arrivals[0] ?? 0);
    say(
      `The API got ${api.arrivals.length} calls within ${(tookMs / 1000).toFixed(1)} s and turned ${api.refused} away.`,
    );
  } finally {
    await api.close();
  }
}

/** Whoever watches can look at the runs in the browser, until Ctrl-C. */
async function showConsole(): Promise<void> {
  await rollcall(['console']);
  say('The console shows these runs as long as this goes on. Ctrl-C ends it.');
  await once(process, 'SIGINT');
}

/** Runs a command as a person would, and shows which. */
async function rollcall(words: readonly string[], env: Record<string, string> = {}): Promise<void> {
  say(`\n$ rollcall ${words.join(' ')}`);
  const args = [COMMAND, ...words, '--data', DATA];
  const command = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  // Ctrl-C is the command's: it asks what to do with the run.
  const wait = () => {};
  process.on('SIGINT', wait);
  const [code] = await once(command, 'exit');
  process.off('SIGINT', wait);
  if (!DONE.includes(code)) throw new Error(`rollcall ${words[0]} ended with exit code ${code}.`);
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
// Sockets kept open for reuse do not keep it from ending.
setTimeout(() => process.exit(), 250).unref();
